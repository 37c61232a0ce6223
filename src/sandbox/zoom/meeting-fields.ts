import { invalid } from './refusal.ts';
import type { Meeting } from './store.ts';

type Changes = Partial<
  Pick<
    Meeting,
    'topic' | 'type' | 'start_time' | 'duration' | 'timezone' | 'agenda' | 'password' | 'settings'
  >
>;

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

/** The fields of a create or an update that were validated. A start that has passed is left out. */
export function readMeetingFields(body: unknown, current: Meeting, now: Date): Changes {
  const { start_time, timezone: zone, settings, ...others } = body as Changes;
  const timezone = zone === undefined ? current.timezone : checkZone(zone);
  const start = start_time === undefined ? null : readStartTime(start_time, timezone);
  const isAhead = start !== null && Date.parse(start) > now.getTime();
  return {
    ...others,
    ...(isAhead && { start_time: start }),
    timezone,
    settings: { ...current.settings, ...settings },
  };
}

/**
 * Zoom takes a local time together with its zone, or a time in UTC that ends with Z, and answers in
 * UTC always.
 */
function readStartTime(text: unknown, timezone: string): string {
  const isReadable =
    typeof text === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z?$/.test(text);
  const asUtc = isReadable ? Date.parse(text.endsWith('Z') ? text : `${text}Z`) : Number.NaN;
  if (!isReadable || Number.isNaN(asUtc)) throw invalid('start_time', 'Invalid field.');
  const instant = text.endsWith('Z') ? asUtc : localInstant(asUtc, timezone);
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

function checkZone(timezone: unknown): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: String(timezone) }).resolvedOptions()
      .timeZone;
  } catch {
    throw invalid('timezone', 'Invalid field.');
  }
}

/** The instant at which a wall clock in the zone shows these fields: guess, look, correct, twice. */
function localInstant(fields: number, timezone: string): number {
  let guess = fields;
  for (let round = 0; round < 2; round += 1) guess += fields - wallFields(guess, timezone);
  return guess;
}

function wallFields(instant: number, timezone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
}
