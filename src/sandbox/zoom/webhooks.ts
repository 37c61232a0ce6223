import { createHmac, randomBytes } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { openWebhookQueue, postWebhook } from '../webhooks.ts';
import { zoomAccount } from './tokens.ts';

interface Signed {
  body: string;
  headers: Record<string, string>;
}

/** How long Zoom trusts an endpoint that has proven that it knows the secret. */
const provenForMs = 72 * 60 * 60 * 1000;

/**
 * Posts signed events to the portal, one at a time. Like Zoom, it validates the endpoint first, retries only after a
 * 5xx or a missing response, and keeps the same signature. Unlike Zoom, it doesn't wait minutes before retrying.
 */
export function createWebhookSender(
  { portalUrl, clock }: Pick<SandboxContext, 'portalUrl' | 'clock'>,
  sendsTwice = () => false,
) {
  const { add, ...queue } = openWebhookQueue();
  let provenUntil = 0;
  return {
    ...queue,
    send(event: string, object: object): void {
      const payload = { account_id: zoomAccount.accountId, object };
      const body = JSON.stringify({ event, event_ts: clock.now().getTime(), payload });
      let signed: Signed | undefined;
      add(async () => {
        signed ??= sign(body);
        return (await isAccepted(signed)) || undefined;
      });
    },
  };

  async function isAccepted(event: Signed): Promise<boolean> {
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
    return postWebhook(`${portalUrl}/api/webhooks/zoom`, headers, body);
  }
}

function hash(content: string): string {
  return createHmac('sha256', zoomAccount.webhookSecret).update(content).digest('hex');
}

export type WebhookSender = ReturnType<typeof createWebhookSender>;
type Attendance = SandboxContext['vendorFaults']['attendance'];

interface Held {
  stay: string;
  event: string;
  object: object;
}

export function openRoomWebhooks(webhooks: WebhookSender, { current, onChange }: Attendance) {
  let held: Held[] = [];
  onChange(() => release(() => true));

  return {
    /** All events about the same visit have the same `stay`. */
    movement(event: string, stay: string, object: object): void {
      const mode = current().webhooks;
      if (mode === 'never') return;
      const isJoining = event === 'meeting.participant_joined';
      if (mode === 'late' || (mode === 'out-of-order' && isJoining)) {
        held.push({ stay, event, object });
        return;
      }
      webhooks.send(event, object);
      release((one) => one.stay === stay);
    },

    meeting(event: string, object: object): void {
      if (current().webhooks === 'never') return;
      webhooks.send(event, object);
      if (event === 'meeting.ended') release(() => true);
    },
  };

  function release(isDue: (one: Held) => boolean): void {
    const due = held.filter(isDue);
    held = held.filter((one) => !due.includes(one));
    for (const { event, object } of due) webhooks.send(event, object);
  }
}
