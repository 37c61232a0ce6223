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

const shortestPause = 200;
const longestPause = 5000;

/** Tells the portal what happened, signed, in order, and again until it listens, over restarts too. */
export function openTeller({ portalUrl, clock, store }: Options) {
  const closing = new AbortController();
  let telling = Promise.resolve();
  tellAll();
  return {
    tellAll,
    /** The portal has heard everything so far. */
    settled: () => telling,
    close() {
      closing.abort();
      return telling;
    },
  };

  function tellAll(): void {
    telling = telling.then(tellWaiting);
  }

  async function tellWaiting() {
    let wait = shortestPause;
    for (let event = store.nextEvent(); event; event = store.nextEvent()) {
      if (closing.signal.aborted) return;
      if (await isHeard(event)) {
        store.markTold(event);
        wait = shortestPause;
      } else {
        await pause(wait, undefined, closing).catch(() => {});
        wait = Math.min(2 * wait, longestPause);
      }
    }
  }

  /** What is refused as unreadable counts too: the same words would be refused again. */
  async function isHeard(event: Event): Promise<boolean> {
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

export type Teller = ReturnType<typeof openTeller>;
