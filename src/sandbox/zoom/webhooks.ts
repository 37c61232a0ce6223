import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxClock } from '../clock.ts';
import { zoomAccount } from './tokens.ts';

interface Options {
  portalUrl: string;
  clock: SandboxClock;
}

const tries = 3;

/** Tells the portal what happened, signed, in order, and again if nobody listens. */
export function openTeller({ portalUrl, clock }: Options) {
  let told = Promise.resolve();
  let isClosing = false;
  return {
    tell(event: string, object: object): void {
      const payload = { account_id: zoomAccount.accountId, object };
      const body = JSON.stringify({ event, event_ts: clock.now().getTime(), payload });
      told = told.then(() => deliver(body));
    },
    /** Everything that happened so far has been told, or given up on. */
    settled: () => told,
    close() {
      isClosing = true;
      return told;
    },
  };

  async function deliver(body: string) {
    for (let attempt = 1; attempt <= tries && !isClosing; attempt += 1) {
      const answer = await post(body).catch(() => undefined);
      if (answer?.ok) return;
      if (attempt < tries) await pause(200 * attempt);
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

export type Teller = ReturnType<typeof openTeller>;
