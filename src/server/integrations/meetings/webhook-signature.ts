import { createHash } from 'node:crypto';
import { sign, whyUntrusted } from '../signed-bytes.ts';
import type { MeetingNews, WebhookHeaders } from './port.ts';

interface Told {
  event?: string;
  payload?: {
    plainToken?: string;
    object?: {
      id?: string | number;
      uuid?: string;
      participant?: { registrant_id?: string; join_time?: string };
    };
  };
}

/** Zoom signs the time and the very bytes of what it tells; nothing else proves that it is Zoom. */
export function readZoomNews(
  secret: string,
  headers: WebhookHeaders,
  body: Buffer,
  now: Date,
): MeetingNews {
  const timestamp = String(headers['x-zm-request-timestamp'] ?? '');
  const signature = String(headers['x-zm-signature'] ?? '');
  const reason = whyUntrusted({ secret, version: 'v0', timestamp, signature, body }, now);
  if (reason) return { kind: 'untrusted', reason };
  return understand(secret, body);
}

function understand(secret: string, body: Buffer): MeetingNews {
  const { event, payload } = JSON.parse(body.toString('utf8')) as Told;
  // Zoom repeats itself with the same bytes under a new signature.
  const key = createHash('sha256').update(body).digest('base64url');
  const meetingId = String(payload?.object?.id ?? '');
  const { registrant_id: registrantId, join_time: joinTime } = payload?.object?.participant ?? {};
  if (event === 'endpoint.url_validation') {
    const plainToken = String(payload?.plainToken ?? '');
    return { kind: 'challenge', answer: { plainToken, encryptedToken: sign(secret, plainToken) } };
  }
  if (event === 'meeting.participant_joined' && registrantId && joinTime) {
    return { kind: 'joined', key, meetingId, registrantId, at: new Date(joinTime) };
  }
  if (event === 'meeting.ended') {
    return { kind: 'ended', key, meetingId, instanceId: String(payload?.object?.uuid ?? '') };
  }
  return { kind: 'other' };
}
