import { VendorProblem } from '../../platform/vendor-problem.ts';

export interface CalendarAttachment {
  name: string;
  /** Must match the METHOD line in the calendar file. */
  method: 'REQUEST' | 'CANCEL';
  content: string;
}

export interface Mail {
  /** Stays the same for every attempt, so that email servers can drop duplicates. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  calendars?: CalendarAttachment[] | undefined;
}

/**
 * `send` and `check` throw a `MailProblem` unless the server confirms success. `send` returns the server's response
 * with the recipient masked.
 */
export interface Mailer {
  send(mail: Mail): Promise<string>;
  check(): Promise<{ isEncrypted: boolean }>;
  close(): void;
}

/**
 * - `refused`: the server will never accept this email for this recipient
 * - `busy`: the server asked us to retry later
 * - `down`: the server doesn't respond, or isn't accepting any email
 * - `limited`: the portal reached the server's sending limit
 * - `misconfigured`: the operator has to fix something first
 */
export class MailProblem extends VendorProblem<
  'refused' | 'busy' | 'down' | 'limited' | 'misconfigured'
> {}
