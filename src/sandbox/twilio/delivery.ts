import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openWebhookQueue, postWebhook } from '../webhooks.ts';
import { is10dlc, twilioAccount } from './account.ts';
import type { TwilioContext } from './routes.ts';
import type { Text } from './store.ts';

const validityExpired = 30036;
const unregisteredNumber = 30034;
const undelivered = { isRefusal: true, path: '/vendors#twilio' };

export function openDelivery({ outbox, store, faults, feed, webhooks }: TwilioContext) {
  const closing = new AbortController();
  return {
    deliver(text: Text): void {
      const validitySeconds = text.validitySeconds ?? Number.POSITIVE_INFINITY;
      const seconds = faults().deliverySeconds;
      if (seconds === 0) {
        arrive(text, whyUndelivered(text));
        return;
      }
      report(text, 'queued', null);
      const delay = Math.min(seconds, validitySeconds) * 1000;
      pause(delay, undefined, closing).then(
        () => arrive(text, seconds > validitySeconds ? validityExpired : whyUndelivered(text)),
        () => {},
      );
    },

    stop: () => closing.abort(),
  };

  function whyUndelivered({ from, to }: Text): number | null {
    const { campaign, failsWith } = faults();
    const isRegistered = campaign === 'VERIFIED' || !is10dlc(from);
    const isToUnitedStates = to.startsWith('+1');
    return failsWith ?? (isRegistered || !isToUnitedStates ? null : unregisteredNumber);
  }

  function arrive(text: Text, error: number | null): void {
    if (!error) outbox.add({ channel: 'text', to: text.to, subject: '', text: text.body });
    else feed.note(`A text didn’t reach ${feed.nameOf(text.to)} (${error})`, undelivered);
    const outcome = outcomeOf(error);
    store.save({ ...text, status: outcome, errorCode: error });
    const statuses = outcome === 'failed' ? [outcome] : ['sent', outcome];
    const { reportsBackwards, reportsTwice } = faults();
    const ordered = reportsBackwards ? statuses.toReversed() : statuses;
    for (const status of ordered) {
      report(text, status, status === outcome ? error : null);
      if (reportsTwice) report(text, status, status === outcome ? error : null);
    }
  }

  function report(text: Text, status: string, error: number | null): void {
    const { sid, from, to, service, statusCallback } = text;
    if (!statusCallback) return;
    webhooks.send(statusCallback, {
      MessageSid: sid,
      SmsSid: sid,
      MessageStatus: status,
      SmsStatus: status,
      AccountSid: twilioAccount.accountSid,
      From: from,
      To: to,
      ApiVersion: '2010-04-01',
      ...(service && { MessagingServiceSid: service }),
      ...(error && { ErrorCode: String(error) }),
    });
  }
}

/** `failed` means that the text never left Twilio; `undelivered` means that the carrier or the phone rejected it. */
function outcomeOf(error: number | null): string {
  if (!error) return 'delivered';
  return error === validityExpired ? 'failed' : 'undelivered';
}

export function openWebhooks() {
  const { add, settled, close } = openWebhookQueue();
  return {
    settled,
    close,
    /** Returns the body of the portal's response, or undefined if every attempt failed. */
    send(url: string, fields: Record<string, string>): Promise<string | undefined> {
      const form = new URLSearchParams(fields);
      return add(async () => {
        const headers = { 'x-twilio-signature': signatureOf(url, form) };
        const answer = await postWebhook(url, headers, form);
        return answer?.ok ? answer.text() : undefined;
      });
    },
  };
}

/** Signs the URL followed by every field's name and value, sorted by name. */
function signatureOf(url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].sort();
  const content = names.map((name) => `${name}${form.get(name)}`).join('');
  return createHmac('sha1', twilioAccount.authToken)
    .update(url + content)
    .digest('base64');
}
