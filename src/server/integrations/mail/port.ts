import { VendorProblem } from '../vendor-problem.ts';

/** A calendar file that goes with a mail, named so that mail programs offer to act on it. */
export interface CalendarAttachment {
  name: string;
  /** As it stands in the file. */
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

export interface Mail {
  /** Names the mail: the same for every attempt to send it, so that a mailbox can drop a second copy. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Of a single one, mail programs make an entry in the calendar by themselves. */
  calendars?: CalendarAttachment[];
}

/** Hands a mail to the provider, or throws a `MailProblem`: it never claims a success that it did not see. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending anything, or throws. */
  check(): Promise<{ isEncrypted: boolean }>;
  close(): void;
}

/**
 * - `refused`: this mail will not be taken for this address
 * - `busy`: not now; worth another try
 * - `down`: the server does not answer, or takes no mail at all for the moment
 * - `limited`: the portal has sent as many mails as the server allows for now
 * - `misconfigured`: the server takes no mail from this portal until its operator has mended something
 */
export class MailProblem extends VendorProblem<
  'refused' | 'busy' | 'down' | 'limited' | 'misconfigured'
> {}
