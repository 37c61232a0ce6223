import { VendorProblem } from '../vendor-problem.ts';

export interface TextMessage {
  /** In E.164. */
  to: string;
  body: string;
  /** Sign-in links and reminders have senders of their own: STOP to one leaves the other alone. */
  sender: 'login' | 'reminders';
}

/** What the provider tells of its own accord. The key is the same when it tells the same thing again. */
export type TextNews =
  | { kind: 'untrusted' }
  | {
      kind: 'delivery';
      key: string;
      providerId: string;
      status: 'sent' | 'delivered' | 'failed';
      problem: string | null;
    }
  | {
      kind: 'reply';
      key: string;
      from: string;
      words: string;
      /** Whom it was sent to. */
      sender: TextMessage['sender'];
      /** The provider has answered it itself. */
      isAnswered: boolean;
    }
  | { kind: 'other' };

/** The provider of text messages. Calls throw a `TextProblem` when they cannot be done. */
export interface Texter {
  /** Answers the provider's name for the message; what becomes of it is told to `toldAt`. */
  send(message: TextMessage, toldAt: string): Promise<string>;
  /** A message with these words in it that was handed over since then, though its answer may never have come. */
  find(to: string, words: string, since: Date): Promise<string | null>;
  /** Of a form posted to this very address. */
  readNews(address: string, signature: string, form: URLSearchParams): TextNews;
  /** What makes the provider answer a reply; nothing for silence. */
  answerWith(words: string | null): { type: string; content: string };
}

/**
 * - `busy`: asked too often; worth another try after `retryAfterSeconds`
 * - `down`: no answer, or a fault of the provider's; the message may have gone out nevertheless
 * - `opted-out`: the person has told the provider to stop
 * - `refused`: the same question will get the same answer
 */
export class TextProblem extends VendorProblem<'busy' | 'down' | 'opted-out' | 'refused'> {}
