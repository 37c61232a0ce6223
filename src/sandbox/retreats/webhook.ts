import { createHmac } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { postWebhook } from '../webhooks.ts';
import type { Event } from './registrations.ts';

export const retreatKeys = { webhookSecret: 'sandbox-retreats-secret' };

/**
 * Signs the event, posts it to the portal, and returns whether the portal is done with it. That includes status 400,
 * because the portal would reject the same body again.
 */
export async function postEvent(
  { portalUrl, clock }: SandboxContext,
  event: Event,
  closing: AbortSignal,
): Promise<boolean> {
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
  const answer = await postWebhook(`${portalUrl}/api/webhooks/retreats`, headers, body, [closing]);
  return answer?.status === 200 || answer?.status === 400;
}
