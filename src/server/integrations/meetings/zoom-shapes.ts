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

/** The time goes as a Pacific clock shows it, with the zone: Zoom's calendar then follows the clock changes. */
export function meetingBody({ topic, startsAt, minutes, marker, passcode }: MeetingPlan) {
  return {
    topic,
    type: scheduled,
    start_time: pacificWallText(startsAt),
    timezone: PACIFIC_ZONE,
    duration: minutes,
    agenda: marker,
    // Zoom puts people into a waiting room where a meeting has neither passcode nor authentication.
    password: passcode,
    settings: {
      approval_type: approvedAtOnce,
      // The portal writes to people itself.
      registrants_confirmation_email: false,
      registrants_email_notification: false,
      // Nobody sits in a class without its teacher, and the teacher need not let each one in.
      join_before_host: false,
      waiting_room: false,
      // Students need no account at Zoom. Left out, it is as the host's own settings are.
      meeting_authentication: false,
      mute_upon_entry: true,
      // Whoever opens the link on the phone first can change to the laptop.
      allow_multiple_devices: true,
      use_pmi: false,
      auto_recording: 'none',
    },
  };
}

const longestName = 64;

/** What Zoom takes of somebody: a name that is longer than it may be is cut, between two characters. */
export function registrantBody({ email, firstName, lastName }: Guest) {
  return { email, first_name: cut(firstName), last_name: cut(lastName) };
}

function cut(name: string): string {
  let kept = '';
  for (const character of name) {
    if (kept.length + character.length > longestName) break;
    kept += character;
  }
  return kept.trim();
}

/** Zoom's ids are numbers in some answers and texts in others; to us they are texts. */
const id = z.union([z.string().min(1), z.int()]).transform(String);
const url = z.url({ protocol: /^https?$/ });
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
const common = { id, topic: optionalText, agenda: optionalText };

/** Meetings that recur at no fixed time have no start. */
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
    (said): Meeting => ({
      id: said.id,
      topic: said.topic,
      startsAt: said.start_time,
      marker: said.agenda,
      joinUrl: said.join_url,
      registrationUrl: said.registration_url ?? null,
      passcode: said.password,
      takesRegistrations: said.settings.approval_type === approvedAtOnce,
      hasWaitingRoom: said.settings.waiting_room === true,
      requiresSignIn: said.settings.meeting_authentication === true,
      isRunning: said.status === 'started',
    }),
  );

/** The host's meetings of all kinds. */
export const listedMeeting = z.object({ ...common, start_time: optionalStart }).transform(
  (said): ListedMeeting => ({
    id: said.id,
    topic: said.topic,
    startsAt: said.start_time,
    marker: said.agenda,
  }),
);

export const startUrl = z.object({ start_url: url });

export const addedRegistrant = z.object({ registrant_id: z.string().min(1), join_url: url });

export const listedRegistrant = z
  .object({ id: z.string().min(1), email: z.string(), join_url: url })
  .transform((said): Registrant => ({ id: said.id, email: said.email, joinUrl: said.join_url }));

/** Null for whoever was only in the waiting room. */
export const participant = z
  .object({
    user_id: z.union([z.string(), z.int()]).nullish(),
    registrant_id: optionalText,
    join_time: instant,
    leave_time: z.literal('').or(instant).nullish(),
    duration: z.number().nonnegative(),
    status: optionalText,
  })
  .transform((said): Participation | null => {
    if (said.status === 'in_waiting_room') return null;
    const afterDuration = new Date(said.join_time.getTime() + said.duration * 1000);
    return {
      registrantId: said.registrant_id || null,
      connectionId: String(said.user_id ?? ''),
      joinedAt: said.join_time,
      leftAt: said.leave_time || afterDuration,
    };
  });

const licensedUser = 2;

/** Without a status the user is active: Zoom names the others. */
export const user = z
  .object({ type: z.int(), status: optionalText, timezone: optionalText })
  .transform(
    (said): MeetingHost => ({
      isLicensed: said.type === licensedUser,
      isActive: said.status === '' || said.status === 'active',
      timeZone: said.timezone,
    }),
  );

/** Lists come by the page; the last page's token for the next one is empty. */
export function pageOf<Item>(list: string, item: z.ZodType<Item>) {
  return z.object({ [list]: z.array(item), next_page_token: optionalText }).transform((page) => ({
    items: page[list] as Item[],
    next: page.next_page_token as string,
  }));
}
