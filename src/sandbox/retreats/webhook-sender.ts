import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxContext } from '../context.ts';
import { postWebhook } from '../webhooks.ts';
import type { Event } from './registrations.ts';

export const retreatKeys = { webhookSecret: 'sandbox-retreats-secret' };

const minDelay = 200;
const maxDelay = 5000;

interface Queue {
  next(): Event | undefined;
  markSent(event: Event): void;
}

/**
 * Signs queued events and posts them to the portal in order. Retries each event until the portal accepts it or responds
 * with 400, even after a restart.
 */
export function createWebhookSender({ portalUrl, clock }: SandboxContext, queue: Queue) {
  const closing = new AbortController();
  let sending = Promise.resolve();
  sendWaiting();
  return {
    sendWaiting,
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
    for (let event = queue.next(); event; event = queue.next()) {
      if (closing.signal.aborted) return;
      if (await isAccepted(event)) {
        queue.markSent(event);
        delay = minDelay;
      } else {
        await pause(delay, undefined, closing).catch(() => {});
        delay = Math.min(2 * delay, maxDelay);
      }
    }
  }

  /** Also returns true for status 400, because the portal would reject the same body again. */
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
