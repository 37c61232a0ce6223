import type { TextReply } from '../../../course/text-consent.ts';
import { VendorProblem } from '../../platform/vendor-problem.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';

export interface TextMessage {
  /** In E.164 format. */
  to: string;
  body: string;
  /** Reminders and login links have separate senders, so that replying STOP to a reminder doesn't block login links. */
  sender: 'login' | 'reminders';
  usefulUntil: Date;
}

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
      /** Set if the provider recognized the reply and already handled it. */
      takenFor: TextReply | null;
    }
  | { kind: 'other' };

export interface TextSender {
  canSendTexts: boolean;
  /** The URL that receives replies. Empty if there is none, and null if the provider doesn't say. */
  repliesTo: string | null;
  /** The sender's registration with the carriers. Null if the provider doesn't say. */
  registration: 'approved' | 'under review' | 'refused' | 'missing' | null;
}

export interface Texts {
  /** Returns the provider's message ID. The provider reports the delivery to `statusCallbackUrl`. */
  send(message: TextMessage, statusCallbackUrl: string): Promise<string>;
  /**
   * Returns the ID of a message to this number that contains `searchText` and was sent after `since`, or null if there
   * is none. Use this if the response to `send` may have been lost.
   */
  find(to: string, searchText: string, since: Date): Promise<string | null>;
  adviseOn(problem: string): string | null;
  parseWebhook(request: WebhookRequest): TextWebhookEvent | RejectedWebhook;
  findAccount(): Promise<{ isActive: boolean; isTrial: boolean }>;
  findSender(sender: TextMessage['sender']): Promise<TextSender | null>;
  /**
   * Formats our response to the webhook for an incoming text. If `text` isn't null, the provider sends it to the
   * person.
   */
  formatReply(text: string | null): { contentType: string; body: string };
}

/**
 * - `busy`: rate limited; retry after `retryAfterSeconds`
 * - `down`: no response, or an error on the provider's side; the message may still have been sent
 * - `opted-out`: the person replied STOP
 * - `refused`: a retry wouldn't help
 * - `over-limit`: we reached our own daily limit and have to wait until the next day
 *
 * The operator has to fix the other kinds. They stop all texts (`wrong-account`), texts from this
 * sender (`wrong-sender`) or texts to the recipient's country (`closed-country`).
 */
export class TextProblem extends VendorProblem<
  | 'busy'
  | 'down'
  | 'opted-out'
  | 'refused'
  | 'over-limit'
  | 'wrong-account'
  | 'wrong-sender'
  | 'closed-country'
> {}
