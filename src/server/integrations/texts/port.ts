import type { TextReply } from '../../../course/text-consent.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';
import { VendorProblem } from '../vendor-problem.ts';

export interface TextMessage {
  /** In E.164. */
  to: string;
  body: string;
  /** Sign-in links and reminders have senders of their own: STOP to one leaves the other alone. */
  sender: 'login' | 'reminders';
  /** After this it is not to be delivered any more. */
  usefulUntil: Date;
}

/** What the provider reports by itself. The key is the same when it sends the same event again. */
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
      /** Whom it was sent to. */
      sender: TextMessage['sender'];
      /** What the provider has taken it for, acted on and answered itself. */
      takenFor: TextReply | null;
    }
  | { kind: 'other' };

/** A sender of ours, as the provider has it. */
export interface TextSender {
  /** False of a number that cannot, and of a service without numbers. */
  canSendTexts: boolean;
  /** Where replies to it are posted: empty if nowhere, null if the provider keeps that elsewhere. */
  repliesTo: string | null;
  /** How its registration with the carriers stands; null where the provider does not say. */
  registration: 'approved' | 'under review' | 'refused' | 'missing' | null;
}

/** The provider of text messages. Calls throw a `TextProblem` when they cannot be done. */
export interface Texts {
  /** Answers the provider's id of the message. Its delivery is reported to `statusCallbackUrl`. */
  send(message: TextMessage, statusCallbackUrl: string): Promise<string>;
  /** The id of a message that contains this text and was handed over since then, whether or not its answer came. */
  find(to: string, searchText: string, since: Date): Promise<string | null>;
  /** What to do about a problem of a text, by what was said of it; null where nothing better is known than to read it. */
  adviseOn(problem: string): string | null;
  parseWebhook(request: WebhookRequest): TextWebhookEvent | RejectedWebhook;
  findAccount(): Promise<{ isActive: boolean; isTrial: boolean }>;
  /** Null when the account has no such sender. */
  findSender(sender: TextMessage['sender']): Promise<TextSender | null>;
  /** What to answer the webhook of a reply with, so that the provider sends this text back; null for none. */
  formatReply(text: string | null): { contentType: string; body: string };
}

/**
 * - `busy`: asked too often; worth another try after `retryAfterSeconds`
 * - `down`: no answer, or a fault of the provider's; the message may have gone out nevertheless
 * - `opted-out`: the person has told the provider to stop
 * - `refused`: the same question will get the same answer
 *
 * The operator has to mend the others. Until then nothing goes out:
 * - `wrong-account`: at all
 * - `wrong-sender`: from this sender
 * - `closed-country`: to the recipient's country
 */
export class TextProblem extends VendorProblem<
  'busy' | 'down' | 'opted-out' | 'refused' | 'wrong-account' | 'wrong-sender' | 'closed-country'
> {}
