import { VendorProblem } from '../../platform/vendor-problem.ts';

export interface CalendarAttachment {
  name: string;
  /** The same as in the file. */
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

export interface Mail {
  /** The same for every attempt, so that mailboxes can drop duplicates. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Mail programs add a single one to the calendar on their own. */
  calendars?: CalendarAttachment[];
}

/** Calls throw a `MailProblem` unless the server confirmed success. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  /** Connects and signs in without sending anything. */
  check(): Promise<{ isEncrypted: boolean }>;
  close(): void;
}

/**
 * - `refused`: the server will never accept this email for this address
 * - `busy`: not now, worth another try
 * - `down`: the server does not respond, or accepts no email at all for now
 * - `limited`: the portal reached the server's sending limit
 * - `misconfigured`: the operator has to fix something first
 */
export class MailProblem extends VendorProblem<
  'refused' | 'busy' | 'down' | 'limited' | 'misconfigured'
> {}
