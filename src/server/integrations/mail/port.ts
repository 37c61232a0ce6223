interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a mail to the provider, or throws: it never claims a success that it did not see. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}
