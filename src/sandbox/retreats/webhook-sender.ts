import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxContext } from '../context.ts';
import { postWebhook } from '../webhooks.ts';
import type { Event, RegistrationStore } from './store.ts';

export const retreatKeys = { webhookSecret: 'sandbox-retreats-secret' };

const minDelay = 200;
const maxDelay = 5000;

/** Posts the stored events to the portal, signed and in order; retries each until it is accepted, over restarts too. */
export function createWebhookSender(
  { portalUrl, clock }: SandboxContext,
  store: RegistrationStore,
) {
  const closing = new AbortController();
  let sending = Promise.resolve();
  sendWaiting();
  return {
    sendWaiting,
    /** Resolves when the portal has accepted every event so far. */
    settled: () => sending,
    close() {
      closing.abort();
      return sending;
    },
  };

  function sendWaiting(): void {
    sending = sending.then(sendAll);
  }

  async function sendAll() {
    let delay = minDelay;
    for (let event = store.nextEvent(); event; event = store.nextEvent()) {
      if (closing.signal.aborted) return;
      if (await isAccepted(event)) {
        store.markSent(event);
        delay = minDelay;
      } else {
        await pause(delay, undefined, closing).catch(() => {});
        delay = Math.min(2 * delay, maxDelay);
      }
    }
  }

  /** A 400 counts as well: the same body would be refused again. */
  async function isAccepted(event: Event): Promise<boolean> {
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const signature = createHmac('sha256', retreatKeys.webhookSecret)
      .update(`v1:${timestamp}:${body}`)
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-retreats-timestamp': timestamp,
      'x-retreats-signature': `v1=${signature}`,
    };
    const url = `${portalUrl}/api/webhooks/retreats`;
    const answer = await postWebhook(url, headers, body, [closing.signal]);
    return answer?.status === 200 || answer?.status === 400;
  }
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
