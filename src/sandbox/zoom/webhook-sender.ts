import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxClock } from '../clock.ts';
import { zoomAccount } from './tokens.ts';

interface Options {
  portalUrl: string;
  clock: SandboxClock;
}

const maxAttempts = 3;

/** Posts signed events to the portal, one after the other, each at most three times. */
export function createWebhookSender({ portalUrl, clock }: Options) {
  let sent = Promise.resolve();
  let waiting = 0;
  let isClosing = false;
  return {
    send(event: string, object: object): void {
      const payload = { account_id: zoomAccount.accountId, object };
      const body = JSON.stringify({ event, event_ts: clock.now().getTime(), payload });
      waiting += 1;
      sent = sent
        .then(() => deliver(body))
        .then(() => {
          waiting -= 1;
        });
    },
    /** How many events the portal has not heard of yet. */
    waiting: () => waiting,
    /** Resolves when every event so far was accepted or given up on. */
    settled: () => sent,
    close() {
      isClosing = true;
      return sent;
    },
  };

  async function deliver(body: string) {
    for (let attempt = 1; attempt <= maxAttempts && !isClosing; attempt += 1) {
      const answer = await post(body).catch(() => undefined);
      if (answer?.ok) return;
      if (attempt < maxAttempts) await pause(200 * attempt);
    }
  }

  function post(body: string) {
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const signature = createHmac('sha256', zoomAccount.webhookSecret)
      .update(`v0:${timestamp}:${body}`)
      .digest('hex');
    return fetch(`${portalUrl}/api/webhooks/zoom`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-zm-request-timestamp': timestamp,
        'x-zm-signature': `v0=${signature}`,
      },
      body,
      signal: AbortSignal.timeout(3000),
    });
  }
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
