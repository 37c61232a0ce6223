import { checkZone, readStartTime } from './local-time.ts';
import { invalid } from './refusal.ts';
import type { Meeting } from './store.ts';

type Fields = Record<string, unknown>;
type Changes = Partial<
  Pick<Meeting, 'topic' | 'type' | 'start_time' | 'duration' | 'timezone' | 'agenda' | 'settings'>
>;

const isText = (longest: number) => (value: unknown) =>
  typeof value === 'string' && value.length <= longest;
const isOneOf = (values: unknown[]) => (value: unknown) => values.includes(value);
const isYesOrNo = (value: unknown) => typeof value === 'boolean';

const rules: Record<string, (value: unknown) => boolean> = {
  topic: isText(200),
  agenda: isText(2000),
  type: isOneOf([1, 2, 3, 8]),
  duration: (value) => Number.isInteger(value) && Number(value) > 0,
  timezone: isText(100),
  settings: (value) => typeof value === 'object' && value !== null,
};

const settingRules: Record<string, (value: unknown) => boolean> = {
  approval_type: isOneOf([0, 1, 2]),
  registration_type: isOneOf([1, 2, 3]),
  audio: isOneOf(['both', 'telephony', 'voip', 'thirdParty']),
  auto_recording: isOneOf(['local', 'cloud', 'none']),
  join_before_host: isYesOrNo,
  waiting_room: isYesOrNo,
  mute_upon_entry: isYesOrNo,
  use_pmi: isYesOrNo,
  registrants_confirmation_email: isYesOrNo,
  registrants_email_notification: isYesOrNo,
};

export const defaultSettings = {
  host_video: false,
  participant_video: false,
  join_before_host: false,
  mute_upon_entry: false,
  use_pmi: false,
  approval_type: 2,
  audio: 'both',
  auto_recording: 'none',
  waiting_room: false,
  registrants_confirmation_email: true,
  registrants_email_notification: true,
};

/** The fields of a create or an update, checked; what Zoom does not know it overlooks. */
export function readMeetingFields(body: unknown, current: Meeting): Changes {
  if (typeof body !== 'object' || body === null) throw invalid('body', 'Request Body is empty.');
  const given = body as Fields;
  check(given, rules, '');
  const settings = (given.settings ?? {}) as Fields;
  check(settings, settingRules, 'settings.');
  const timezone = given.timezone === undefined ? current.timezone : checkZone(given.timezone);
  const { topic, agenda, type, duration } = given as Changes;
  return {
    ...(topic !== undefined && { topic }),
    ...(agenda !== undefined && { agenda }),
    ...(type !== undefined && { type }),
    ...(duration !== undefined && { duration }),
    ...(given.start_time !== undefined && {
      start_time: readStartTime(given.start_time, timezone),
    }),
    timezone,
    settings: { ...current.settings, ...settings },
  };
}

function check(given: Fields, wanted: typeof rules, prefix: string) {
  for (const [field, isRight] of Object.entries(wanted)) {
    if (given[field] !== undefined && !isRight(given[field])) {
      throw invalid(prefix + field, 'Invalid field.');
    }
  }
}
