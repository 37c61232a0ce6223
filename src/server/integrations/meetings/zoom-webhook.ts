import { z } from 'zod';
import { sha256 } from '../../platform/tokens.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';
import { sign, whyUntrusted } from '../signed-webhook.ts';
import type { MeetingWebhookEvent } from './port.ts';

const envelope = z.object({ event: z.string(), payload: z.unknown() });
const challenge = z.object({ plainToken: z.string().min(1) });
const meetingId = z.union([z.string().min(1), z.int()]).transform(String);
const joined = z.object({
  object: z.object({
    id: meetingId,
    participant: z.object({
      /** Missing or empty for the host and for whoever came without a registration. */
      registrant_id: z.string().nullish(),
      join_time: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    }),
  }),
});
const ended = z.object({ object: z.object({ id: meetingId, uuid: z.string().default('') }) });

/** Zoom signs the time and the bytes of the body; nothing else proves that it is Zoom. */
export function parseZoomWebhook(
  secret: string,
  { headers, body, receivedAt }: WebhookRequest,
): MeetingWebhookEvent | RejectedWebhook {
  const timestamp = String(headers['x-zm-request-timestamp'] ?? '');
  const signature = String(headers['x-zm-signature'] ?? '');
  const reason = whyUntrusted({ secret, version: 'v0', timestamp, signature, body }, receivedAt);
  if (reason) return { kind: 'untrusted', reason };
  return parseBody(secret, body);
}

function parseBody(secret: string, body: Buffer): MeetingWebhookEvent | RejectedWebhook {
  // Zoom repeats itself with the same bytes under a new signature.
  const key = sha256(body).toString('base64url');
  try {
    const { event, payload } = envelope.parse(JSON.parse(body.toString('utf8')));
    if (event === 'endpoint.url_validation') {
      const { plainToken } = challenge.parse(payload);
      const encryptedToken = sign(secret, plainToken);
      return { kind: 'challenge', answer: { plainToken, encryptedToken } };
    }
    if (event === 'meeting.participant_joined') {
      const { id, participant } = joined.parse(payload).object;
      const { registrant_id: registrantId, join_time: at } = participant;
      return registrantId
        ? { kind: 'joined', key, meetingId: id, registrantId, at }
        : { kind: 'other' };
    }
    if (event === 'meeting.ended') {
      const { id, uuid } = ended.parse(payload).object;
      return { kind: 'ended', key, meetingId: id, instanceId: uuid };
    }
    return { kind: 'other' };
  } catch {
    return { kind: 'unreadable', reason: 'The body cannot be read.' };
  }
}
