/** A calendar file that goes with a mail, named so that mail programs offer to act on it. */
export interface CalendarAttachment {
  name: string;
  /** As it stands in the file. */
  method: 'PUBLISH' | 'CANCEL';
  content: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  calendars?: CalendarAttachment[];
}

/** Hands a mail to the provider, or throws: it never claims a success that it did not see. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending anything, or throws. */
  check(): Promise<{ isEncrypted: boolean }>;
  close(): void;
}
