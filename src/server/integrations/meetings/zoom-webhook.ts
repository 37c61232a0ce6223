import { z } from 'zod';
import { signatureHeaders } from '../../../contract/webhooks.ts';
import { HOUR_SECONDS } from '../../platform/clock.ts';
import { sha256 } from '../../platform/tokens.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';
import { sign, whyUntrusted } from '../signed-webhook.ts';
import type { MeetingWebhookEvent } from './port.ts';
import { id, instant } from './zoom-shapes.ts';

/**
 * If the portal doesn't respond, Zoom resends the event up to 85 minutes later. It may reuse the original timestamp, so
 * we accept timestamps that are up to two hours old.
 */
const longestAgeSeconds = 2 * HOUR_SECONDS;

const envelope = z.object({ event: z.string(), payload: z.unknown() });
const challenge = z.object({ plainToken: z.string().min(1) });
const text = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((said) => String(said ?? ''));
const person = {
  user_id: text,
  user_name: text,
  participant_uuid: text,
  /** Missing or empty for the host and for people who aren't registered. */
  registrant_id: z.string().nullish(),
  id: text,
  join_time: z.unknown().optional(),
  leave_time: z.unknown().optional(),
  date_time: z.unknown().optional(),
};
const meeting = { id, uuid: z.string().default('') };
const moved = z.object({
  object: z.object({ ...meeting, host_id: text, participant: z.object(person) }),
});
const running = z.object({
  object: z.object({
    ...meeting,
    start_time: z.unknown().optional(),
    end_time: z.unknown().optional(),
  }),
});
/**
 * Maps each Zoom event to our kind of event and to the field that contains its time. Someone who is admitted leaves the
 * waiting room.
 */
const movements = {
  'meeting.participant_joined': ['joined', 'join_time'],
  'meeting.participant_left': ['left', 'leave_time'],
  'meeting.participant_joined_waiting_room': ['waiting', 'date_time'],
  'meeting.participant_left_waiting_room': ['waited', 'date_time'],
  'meeting.participant_admitted': ['waited', 'date_time'],
} as const;
type Movement = keyof typeof movements;

const signatureHeader = signatureHeaders.zoom.toLowerCase();

export function parseZoomWebhook(
  secret: string,
  { headers, body, receivedAt }: WebhookRequest,
): MeetingWebhookEvent | RejectedWebhook {
  const timestamp = String(headers['x-zm-request-timestamp'] ?? '');
  const signature = String(headers[signatureHeader] ?? '');
  const signed = { secret, version: 'v0', timestamp, signature, body };
  const reason = whyUntrusted(signed, receivedAt, longestAgeSeconds);
  if (reason) return { kind: 'untrusted', reason };
  return parseBody(secret, body, receivedAt);
}

function parseBody(
  secret: string,
  body: Buffer,
  receivedAt: Date,
): MeetingWebhookEvent | RejectedWebhook {
  const key = sha256(body).toString('base64url');
  try {
    const { event, payload } = envelope.parse(JSON.parse(body.toString('utf8')));
    if (event === 'endpoint.url_validation') {
      const { plainToken } = challenge.parse(payload);
      const encryptedToken = sign(secret, plainToken);
      return { kind: 'challenge', answer: { plainToken, encryptedToken } };
    }
    if (Object.hasOwn(movements, event)) {
      return describeMovement(event as Movement, key, moved.parse(payload).object);
    }
    if (event === 'meeting.started' || event === 'meeting.ended') {
      const { id, uuid: instanceId, start_time, end_time } = running.parse(payload).object;
      const isStart = event === 'meeting.started';
      const at = instant.nullish().parse(isStart ? start_time : end_time) ?? receivedAt;
      return { kind: isStart ? 'started' : 'ended', key, meetingId: id, instanceId, at };
    }
    return { kind: 'other' };
  } catch {
    return { kind: 'unreadable', reason: 'We couldn’t read the body.' };
  }
}

function describeMovement(
  event: Movement,
  key: string,
  meeting: z.infer<typeof moved>['object'],
): MeetingWebhookEvent {
  const { id: meetingId, uuid: instanceId, host_id: hostId, participant } = meeting;
  const { user_id: userId, participant_uuid: uuid, user_name: name, id } = participant;
  const [kind, timeField] = movements[event];
  const at = instant.parse(participant[timeField]);
  if (id !== '' && id === hostId) return { kind: 'other' };
  const registrantId = participant.registrant_id || null;
  // For people who aren't registered, we prefer the UUID, because the user ID changes when they are admitted.
  const connectionId = registrantId ? userId || uuid : uuid || userId;
  return { kind, key, meetingId, instanceId, connectionId, name, registrantId, at };
}
