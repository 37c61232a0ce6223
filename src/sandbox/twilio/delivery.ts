import type { Feed } from '../feed.ts';
import type { Outbox } from '../outbox.ts';
import { is10dlc, twilioAccount } from './account.ts';
import type { Text, TextStore } from './store.ts';
import type { TwilioFaults } from './switches.ts';
import type { WebhookSender } from './webhook-sender.ts';

interface Deps {
  outbox: Outbox;
  store: TextStore;
  faults(): TwilioFaults;
  feed: Feed;
  webhooks: WebhookSender;
}

const validityExpired = 30036;
const unregisteredNumber = 30034;
const undelivered = { isRefusal: true, path: '/vendors#twilio' };

/** Takes messages to their phones, now or later, and reports what becomes of them. */
export function openDelivery({ outbox, store, faults, feed, webhooks }: Deps) {
  const underway = new Set<NodeJS.Timeout>();
  return {
    deliver(text: Text): void {
      const validitySeconds = text.validitySeconds ?? Number.POSITIVE_INFINITY;
      const seconds = faults().deliverySeconds;
      if (seconds === 0) {
        arrive(text, whyUndelivered(text));
        return;
      }
      report(text, 'queued', null);
      const timer = setTimeout(() => {
        underway.delete(timer);
        arrive(text, seconds > validitySeconds ? validityExpired : whyUndelivered(text));
      }, Math.min(seconds, validitySeconds) * 1000);
      underway.add(timer);
    },

    stop() {
      for (const timer of underway) clearTimeout(timer);
    },
  };

  function whyUndelivered({ from, to }: Text): number | null {
    const { campaign, failsWith } = faults();
    const isRegistered = campaign === 'VERIFIED' || !is10dlc(from);
    const isToUnitedStates = to.startsWith('+1');
    return failsWith ?? (isRegistered || !isToUnitedStates ? null : unregisteredNumber);
  }

  function arrive(text: Text, error: number | null): void {
    if (!error) outbox.add({ channel: 'text', to: text.to, subject: '', text: text.body });
    else feed.note(`A text did not reach ${feed.nameOf(text.to)} (${error})`, undelivered);
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
      AccountSid: twilioAccount.sid,
      From: from,
      To: to,
      ApiVersion: '2010-04-01',
      ...(service && { MessagingServiceSid: service }),
      ...(error && { ErrorCode: String(error) }),
    });
  }
}

/** What never left Twilio has failed; what a carrier or phone did not take is undelivered. */
function outcomeOf(error: number | null): string {
  if (!error) return 'delivered';
  return error === validityExpired ? 'failed' : 'undelivered';
}
