import type { WebhookHeaders } from '../meetings/port.ts';

/** One registration on the retreat site, as the site has it at a time. */
export interface RetreatTelling {
  kind: 'made' | 'changed' | 'cancelled';
  /** The same when the site tells the same thing again. */
  key: string;
  /** When it happened there. */
  at: Date;
  reference: string;
  title: string;
  description: string;
  email: string | null;
  /** As somebody typed it. */
  phone: string | null;
}

export type RetreatNews =
  | { kind: 'untrusted'; reason: string }
  | { kind: 'unreadable'; reason: string }
  | RetreatTelling;

/** The site where people register for retreats. It is never asked; it tells. */
export interface Retreats {
  readNews(headers: WebhookHeaders, body: Buffer, now: Date): RetreatNews;
}
