import type { TextReply } from '../../../course/text-consent.ts';
import { VendorProblem } from '../../platform/vendor-problem.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';

export interface TextMessage {
  /** E.164. */
  to: string;
  body: string;
  /** Separate senders, so that STOP to reminders does not block login links. */
  sender: 'login' | 'reminders';
  /** Not delivered after this. */
  usefulUntil: Date;
}

/** The key is the same if the provider resends the event. */
export type TextWebhookEvent =
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
      text: string;
      sender: TextMessage['sender'];
      /** What the provider recognized and already handled. */
      takenFor: TextReply | null;
    }
  | { kind: 'other' };

export interface TextSender {
  canSendTexts: boolean;
  /** Where replies are posted: empty if nowhere, null if the provider does not say. */
  repliesTo: string | null;
  /** With the carriers; null if the provider does not say. */
  registration: 'approved' | 'under review' | 'refused' | 'missing' | null;
}

/** Calls throw a `TextProblem`. */
export interface Texts {
  /** Returns the provider's id. The delivery is reported to `statusCallbackUrl`. */
  send(message: TextMessage, statusCallbackUrl: string): Promise<string>;
  /** The id of a message sent since then that contains this text, even if its response got lost. */
  find(to: string, searchText: string, since: Date): Promise<string | null>;
  /** What staff can do about a problem, or null. */
  adviseOn(problem: string): string | null;
  parseWebhook(request: WebhookRequest): TextWebhookEvent | RejectedWebhook;
  findAccount(): Promise<{ isActive: boolean; isTrial: boolean }>;
  /** Returns null if the account has no such sender. */
  findSender(sender: TextMessage['sender']): Promise<TextSender | null>;
  /** The response to a reply's webhook; the provider sends the text back. */
  formatReply(text: string | null): { contentType: string; body: string };
}

/**
 * - `busy`: rate limited, retry after `retryAfterSeconds`
 * - `down`: no response, or an error of the provider; the message may still have gone out
 * - `opted-out`: the person replied STOP
 * - `refused`: a retry would not help
 *
 * The operator has to fix the others, which stop all texts (`wrong-account`), those from this sender (`wrong-sender`) or
 * those to the recipient's country (`closed-country`).
 */
export class TextProblem extends VendorProblem<
  'busy' | 'down' | 'opted-out' | 'refused' | 'wrong-account' | 'wrong-sender' | 'closed-country'
> {}
