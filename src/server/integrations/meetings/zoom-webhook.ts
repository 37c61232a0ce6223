import { z } from 'zod';
import { signatureHeaders } from '../../../contract/webhooks.ts';
import { HOUR_SECONDS } from '../../platform/clock.ts';
import { sha256 } from '../../platform/tokens.ts';
import type { RejectedWebhook, WebhookRequest } from '../../platform/webhooks.ts';
import { sign, whyUntrusted } from '../signed-webhook.ts';
import type { MeetingWebhookEvent } from './port.ts';

/** Zoom repeats an event that was not answered 5, 25 and 85 minutes later, perhaps with the signature of its first try. */
const longestAgeSeconds = 2 * HOUR_SECONDS;

const envelope = z.object({ event: z.string(), payload: z.unknown() });
const challenge = z.object({ plainToken: z.string().min(1) });
const meetingId = z.union([z.string().min(1), z.int()]).transform(String);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const text = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((said) => String(said ?? ''));
const person = {
  user_id: text,
  user_name: text,
  participant_uuid: text,
  /** Missing or empty for the host and for whoever came without a registration. */
  registrant_id: z.string().nullish(),
  /** Of somebody signed in to Zoom. */
  id: text,
};
const holding = { id: meetingId, uuid: z.string().default(''), host_id: text };
const joined = z.object({
  object: z.object({ ...holding, participant: z.object({ ...person, join_time: instant }) }),
});
const left = z.object({
  object: z.object({ ...holding, participant: z.object({ ...person, leave_time: instant }) }),
});
const waiting = z.object({
  object: z.object({ ...holding, participant: z.object({ ...person, date_time: instant }) }),
});
/** Whoever is let in has left the waiting room: either event says so. */
const waitingEvents = new Map([
  ['meeting.participant_joined_waiting_room', 'waiting'],
  ['meeting.participant_left_waiting_room', 'waited'],
  ['meeting.participant_admitted', 'waited'],
] as const);
const ended = z.object({
  object: z.object({ id: meetingId, uuid: z.string().default(''), end_time: instant.nullish() }),
});

const started = z.object({
  object: z.object({ id: meetingId, uuid: z.string().default(''), start_time: instant.nullish() }),
});

const signatureHeader = signatureHeaders.zoom.toLowerCase();

/** Zoom signs the time and the bytes of the body; nothing else proves that it is Zoom. */
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
  // The same for every repetition, whether it is signed anew or not.
  const key = sha256(body).toString('base64url');
  try {
    const { event, payload } = envelope.parse(JSON.parse(body.toString('utf8')));
    if (event === 'endpoint.url_validation') {
      const { plainToken } = challenge.parse(payload);
      const encryptedToken = sign(secret, plainToken);
      return { kind: 'challenge', answer: { plainToken, encryptedToken } };
    }
    if (event === 'meeting.participant_joined') {
      const { object } = joined.parse(payload);
      return describe('joined', key, object, object.participant.join_time);
    }
    if (event === 'meeting.participant_left') {
      const { object } = left.parse(payload);
      return describe('left', key, object, object.participant.leave_time);
    }
    const waitingKind = waitingEvents.get(event as 'meeting.participant_admitted');
    if (waitingKind) {
      const { object } = waiting.parse(payload);
      return describe(waitingKind, key, object, object.participant.date_time);
    }
    if (event === 'meeting.started') {
      const { id, uuid, start_time: at } = started.parse(payload).object;
      return { kind: 'started', key, meetingId: id, instanceId: uuid, at: at ?? receivedAt };
    }
    if (event === 'meeting.ended') {
      const { id, uuid, end_time: at } = ended.parse(payload).object;
      return { kind: 'ended', key, meetingId: id, instanceId: uuid, at: at ?? receivedAt };
    }
    return { kind: 'other' };
  } catch {
    return { kind: 'unreadable', reason: 'The body cannot be read.' };
  }
}

type Moved = Omit<z.infer<typeof joined>['object'], 'participant'> & {
  participant: Omit<z.infer<typeof joined>['object']['participant'], 'join_time'>;
};

function describe(
  kind: 'joined' | 'left' | 'waiting' | 'waited',
  key: string,
  { id: meetingId, uuid: instanceId, host_id: hostId, participant }: Moved,
  at: Date,
): MeetingWebhookEvent {
  const { user_id: userId, participant_uuid: uuid, user_name: name, id } = participant;
  const isHost = id !== '' && id === hostId;
  if (isHost) return { kind: 'other' };
  const registrantId = participant.registrant_id || null;
  // The user id changes when somebody is let in. Registrants are known by their own id then, others by the uuid.
  const connectionId = registrantId ? userId || uuid : uuid || userId;
  return { kind, key, meetingId, instanceId, connectionId, name, registrantId, at };
}
