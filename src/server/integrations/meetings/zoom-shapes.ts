import { z } from 'zod';
import { PACIFIC_ZONE } from '../../../course/course.ts';
import { pacificWallText } from '../../../course/pacific-time.ts';
import type {
  Guest,
  ListedMeeting,
  Meeting,
  MeetingHost,
  MeetingPlan,
  Participation,
  Registrant,
} from './port.ts';

const scheduled = 2;
const approvedAtOnce = 0;

/** Sends the local time and its time zone, so that Zoom handles daylight saving time correctly. */
export function meetingBody({ topic, startsAt, minutes, marker, passcode }: MeetingPlan) {
  return {
    topic,
    type: scheduled,
    start_time: pacificWallText(startsAt),
    timezone: PACIFIC_ZONE,
    duration: minutes,
    agenda: marker,
    // Without a passcode or authentication, Zoom turns on the waiting room.
    password: passcode,
    settings: {
      approval_type: approvedAtOnce,
      // Zoom doesn't need to send emails, because the portal sends its own.
      registrants_confirmation_email: false,
      registrants_email_notification: false,
      join_before_host: false,
      waiting_room: false,
      // Students don't need a Zoom account. Without this setting, the host's default would apply.
      meeting_authentication: false,
      mute_upon_entry: true,
      // This lets people switch from their phone to their laptop.
      allow_multiple_devices: true,
      use_pmi: false,
      auto_recording: 'none',
    },
  };
}

const longestName = 64;

export function registrantBody({ email, firstName, lastName }: Guest) {
  return { email, first_name: cut(firstName), last_name: cut(lastName) };
}

/** Removes half of a surrogate pair, which is left if the limit falls within the pair. */
const cut = (name: string) =>
  name
    .slice(0, longestName)
    .replace(/\p{Cs}$/u, '')
    .trim();

/** Zoom returns IDs as numbers in some responses and as strings in others. */
export const id = z.union([z.string().min(1), z.int()]).transform(String);
const url = z.url({ protocol: /^https?$/ });
export const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const common = { id, topic: optionalText, agenda: optionalText };

const optionalStart = z
  .literal('')
  .or(instant)
  .nullish()
  .transform((start) => start || null);

export const meeting = z
  .object({
    ...common,
    start_time: optionalStart,
    join_url: url,
    registration_url: url.nullish(),
    password: optionalText,
    status: optionalText,
    settings: z.object({
      approval_type: z.int().nullish(),
      waiting_room: z.boolean().nullish(),
      meeting_authentication: z.boolean().nullish(),
    }),
  })
  .transform(
    (raw): Meeting => ({
      id: raw.id,
      topic: raw.topic,
      startsAt: raw.start_time,
      marker: raw.agenda,
      joinUrl: raw.join_url,
      registrationUrl: raw.registration_url ?? null,
      passcode: raw.password,
      takesRegistrations: raw.settings.approval_type === approvedAtOnce,
      hasWaitingRoom: raw.settings.waiting_room === true,
      requiresSignIn: raw.settings.meeting_authentication === true,
      isRunning: raw.status === 'started',
    }),
  );

export const listedMeeting = z
  .object({ ...common, start_time: optionalStart })
  .transform(({ id, topic, start_time: startsAt, agenda: marker }): ListedMeeting => {
    return { id, topic, startsAt, marker };
  });

export const startUrl = z.object({ start_url: url });

export const addedRegistrant = z.object({ registrant_id: z.string().min(1), join_url: url });

export const addedRegistrants = z
  .object({ registrants: z.array(addedRegistrant.extend({ email: z.string() })) })
  .transform(({ registrants }) =>
    registrants.map((raw) => ({ id: raw.registrant_id, email: raw.email, joinUrl: raw.join_url })),
  );

export const listedRegistrant = z
  .object({ id: z.string().min(1), email: z.string(), join_url: url })
  .transform((raw): Registrant => ({ id: raw.id, email: raw.email, joinUrl: raw.join_url }));

export const participant = z
  .object({
    user_id: z.union([z.string(), z.int()]).nullish(),
    registrant_id: optionalText,
    join_time: instant,
    leave_time: z.literal('').or(instant).nullish(),
    duration: z.number().nonnegative(),
    status: optionalText,
  })
  .transform((raw): Participation | null => {
    if (raw.status === 'in_waiting_room') return null;
    const afterDuration = new Date(raw.join_time.getTime() + raw.duration * 1000);
    return {
      registrantId: raw.registrant_id || null,
      connectionId: String(raw.user_id ?? ''),
      joinedAt: raw.join_time,
      leftAt: raw.leave_time || afterDuration,
    };
  });

const licensedUser = 2;

/** Zoom may omit the status for active users. */
export const user = z
  .object({ type: z.int(), status: optionalText, timezone: optionalText })
  .transform(
    (raw): MeetingHost => ({
      isLicensed: raw.type === licensedUser,
      isActive: raw.status === '' || raw.status === 'active',
      timeZone: raw.timezone,
    }),
  );

export const userSettings = z
  .object({ feature: z.object({ meeting_capacity: z.int().positive().nullish() }).nullish() })
  .transform((raw) => raw.feature?.meeting_capacity ?? null);

export function pageOf<Item>(list: string, item: z.ZodType<Item>) {
  return z.object({ [list]: z.array(item), next_page_token: optionalText }).transform((page) => ({
    items: page[list] as Item[],
    next: page.next_page_token as string,
  }));
}
