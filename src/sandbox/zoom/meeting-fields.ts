import { checkZone, readStartTime } from './local-time.ts';
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

/** The fields of a create or an update whose types have been checked. A start that has passed is left out. */
export function readMeetingFields(body: unknown, current: Meeting, now: Date): Changes {
  const given = body as Record<string, unknown>;
  const timezone = given.timezone === undefined ? current.timezone : checkZone(given.timezone);
  const { topic, agenda, type, duration, password, settings } = given as Changes;
  const start = given.start_time === undefined ? null : readStartTime(given.start_time, timezone);
  const isAhead = start !== null && Date.parse(start) > now.getTime();
  return {
    ...(topic !== undefined && { topic }),
    ...(agenda !== undefined && { agenda }),
    ...(type !== undefined && { type }),
    ...(duration !== undefined && { duration }),
    ...(password !== undefined && { password }),
    ...(isAhead && { start_time: start }),
    timezone,
    settings: { ...current.settings, ...settings },
  };
}
