import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxClock } from '../clock.ts';
import { zoomAccount } from './tokens.ts';

interface Options {
  portalUrl: string;
  clock: SandboxClock;
  /** Whether an event that was accepted is sent once more. */
  sendsTwice?(): boolean;
}

interface Signed {
  body: string;
  headers: Record<string, string>;
}

const maxAttempts = 3;
/** How long Zoom trusts an address that has shown that it knows the secret. */
const provenForMs = 72 * 60 * 60 * 1000;

/**
 * Posts signed events to the portal, one after the other. Like Zoom it asks the address for proof first, repeats an event
 * with the same signature, and only after an error of the server or no answer at all. Zoom waits for minutes in between.
 */
export function createWebhookSender({ portalUrl, clock, sendsTwice = () => false }: Options) {
  let sent = Promise.resolve();
  let waiting = 0;
  let isClosing = false;
  let provenUntil = 0;
  return {
    send(event: string, object: object): void {
      const payload = { account_id: zoomAccount.accountId, object };
      const body = JSON.stringify({ event, event_ts: clock.now().getTime(), payload });
      waiting += 1;
      sent = sent
        .then(() => deliver(sign(body)))
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

  async function deliver(event: Signed) {
    for (let attempt = 1; attempt <= maxAttempts && !isClosing; attempt += 1) {
      if (await isAnswered(event)) return;
      if (attempt < maxAttempts) await pause(200 * attempt);
    }
  }

  /** False after an error of the server or no answer. */
  async function isAnswered(event: Signed): Promise<boolean> {
    const answer = (await isProven()) ? await post(event) : undefined;
    if (answer?.ok && sendsTwice()) await post(event);
    return answer !== undefined && answer.status < 500;
  }

  async function isProven(): Promise<boolean> {
    const now = clock.now().getTime();
    if (now < provenUntil) return true;
    const plainToken = randomBytes(16).toString('base64url');
    const asked = { event: 'endpoint.url_validation', event_ts: now, payload: { plainToken } };
    const answer = await post(sign(JSON.stringify(asked)));
    const said = answer?.ok ? ((await answer.json()) as { encryptedToken?: string }) : {};
    if (said.encryptedToken === hash(plainToken)) provenUntil = now + provenForMs;
    return now < provenUntil;
  }

  function sign(body: string): Signed {
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'x-zm-request-timestamp': timestamp,
        'x-zm-signature': `v0=${hash(`v0:${timestamp}:${body}`)}`,
      },
    };
  }

  function post({ body, headers }: Signed) {
    const url = `${portalUrl}/api/webhooks/zoom`;
    const signal = AbortSignal.timeout(3000);
    return fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined);
  }
}

function hash(content: string): string {
  return createHmac('sha256', zoomAccount.webhookSecret).update(content).digest('hex');
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
