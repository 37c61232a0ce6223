import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxClock } from '../clock.ts';
import type { Event, RegistrationStore } from './store.ts';

export const retreatKeys = { webhookSecret: 'sandbox-retreats-secret' };

interface Options {
  portalUrl: string;
  clock: SandboxClock;
  store: RegistrationStore;
}

const minDelay = 200;
const maxDelay = 5000;

/** Posts the stored events to the portal, signed and in order; retries each until it is accepted, over restarts too. */
export function createWebhookSender({ portalUrl, clock, store }: Options) {
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
    const status = await post(JSON.stringify(event)).catch(() => 0);
    return status === 200 || status === 400;
  }

  async function post(body: string): Promise<number> {
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const signature = createHmac('sha256', retreatKeys.webhookSecret)
      .update(`v1:${timestamp}:${body}`)
      .digest('hex');
    const answer = await fetch(`${portalUrl}/api/webhooks/retreats`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-retreats-timestamp': timestamp,
        'x-retreats-signature': `v1=${signature}`,
      },
      body,
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(3000)]),
    });
    return answer.status;
  }
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
