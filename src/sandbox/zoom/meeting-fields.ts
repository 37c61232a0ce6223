import { localInstant } from '../pacific.ts';
import { zoomTime } from './replies.ts';
import type { Meeting } from './store.ts';
import { mainHost } from './users.ts';

export const defaultSettings = {
  host_video: false,
  participant_video: false,
  join_before_host: false,
  mute_upon_entry: false,
  use_pmi: false,
  approval_type: 2,
  allow_multiple_devices: false,
  audio: 'both',
  auto_recording: 'none',
  waiting_room: false,
  meeting_authentication: false,
  registrants_confirmation_email: true,
  registrants_email_notification: true,
};

/** Reads a create or update request that has passed validation. Like Zoom, ignores a start time in the past. */
export function readMeetingFields(body: unknown, current: Meeting, now: Date): Partial<Meeting> {
  const { start_time, settings, ...others } = body as Partial<Meeting>;
  const { timezone = current.timezone } = others;
  const start = start_time && readStartTime(start_time, timezone);
  const isAhead = start && Date.parse(start) > now.getTime();
  return {
    ...others,
    ...(isAhead && { start_time: start }),
    settings: { ...current.settings, ...settings },
  };
}

/** Zoom accepts a local time with a time zone, or a UTC time ending in Z, and always returns UTC. */
function readStartTime(text: string, timezone: string): string {
  const isUtc = text.endsWith('Z');
  const fields = Date.parse(isUtc ? text : `${text}Z`);
  const instant = isUtc ? fields : localInstant(fields, timezone);
  return zoomTime(instant);
}

const hour = 60 * 60 * 1000;

/** Real hosts have other meetings of every type, so the sandbox adds some. */
export function otherMeetings(now: Date): Meeting[] {
  const at = (hours: number) =>
    `${new Date(now.getTime() + hours * hour).toISOString().slice(0, 14)}00:00Z`;
  return [
    other(1, 'Office hours', 3, at(0)),
    other(2, 'Monthly staff meeting', 8, at(50)),
    other(3, 'Instant meeting', 1, at(-2)),
    other(4, 'Interview last week', 2, at(-170)),
  ];
}

function other(serial: number, topic: string, type: number, start: string): Meeting {
  return {
    id: 70_000_000_000 + serial,
    uuid: `b3RoZXJtZWV0aW5n${serial}aaaaa==`,
    host_id: mainHost.id,
    topic,
    type,
    start_time: start,
    duration: 30,
    timezone: 'America/Los_Angeles',
    agenda: '',
    created_at: '2026-01-05T17:00:00Z',
    password: 'other',
    settings: defaultSettings,
    registrants: [],
    instances: [],
  };
}
