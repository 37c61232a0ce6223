import type { MessageKind } from '../../contract/message-kinds.ts';
import type { Transaction } from '../database/connect.ts';
import type { Person } from '../database/schema.ts';
import type { MessageAbouts } from './message-note.ts';

/** A message that staff want to be sent again, as things are now. */
export interface Resend<Kind extends MessageKind = MessageKind> {
  /** Locked, and not deactivated. */
  person: Person;
  channel: 'email' | 'text';
  about: MessageAbouts[Kind];
  /** Tells it from the one that was sent before: a part of its key. */
  again: string;
}

/**
 * For each kind that a feature sends: queues the message, or throws a `message-outdated` where it would no longer be
 * true or of use. The job looks again when it runs.
 */
export type Resenders<Kind extends MessageKind> = {
  [K in Kind]: (transaction: Transaction, resend: Resend<K>) => Promise<void>;
};

/** The key of a message that is sent again differs from that of the first. */
export function keyOfAgain(key: string, again: string | undefined): string {
  return again ? `${key}, again ${again}` : key;
}
