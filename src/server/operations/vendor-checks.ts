import { and, eq, isNull, sql } from 'drizzle-orm';
import { PACIFIC_ZONE } from '../../course/course.ts';
import { people } from '../database/schema.ts';
import { type MeetingHost, MeetingsProblem } from '../integrations/meetings/port.ts';
import type { TextSender } from '../integrations/texts/port.ts';
import { listHosts } from '../meetings/index.ts';
import { type CheckContext, type CheckResult, ok, problem, warning } from './check-result.ts';

export async function checkMail({ mailer }: Pick<CheckContext, 'mailer'>): Promise<CheckResult> {
  const { isEncrypted } = await mailer.check();
  if (isEncrypted) return ok('It answers, encrypts, and lets the portal in.');
  return warning(
    'It answers and lets the portal in, but without TLS: passwords and login links can be read on the way.',
  );
}

type MeetingContext = Pick<CheckContext, 'meetings' | 'settings'>;

export async function checkMeetingsApp({
  meetings,
  settings,
}: MeetingContext): Promise<CheckResult> {
  const { calls, events } = await meetings.findMissingRights(settings.meetings.hostUser);
  if (calls.length > 0) {
    const missing = [...calls, ...events].join(', ');
    return problem(`The app at Zoom lacks scopes that the portal needs: ${missing}.`);
  }
  if (events.length > 0) {
    return warning(
      `The app at Zoom lacks the scope ${events.join(', ')}, so Zoom may not tell the portal who joins and leaves.`,
    );
  }
  return ok(
    'Zoom lets the portal in, and the app has every scope it needs. The account’s settings are not checked here: if Zoom changes what a class asks for, the class says so.',
  );
}

const mayNotLook =
  'The portal may not look at users: give the app at Zoom the scope user:read:admin or user:read:user:admin.';

export async function checkMeetingHost({
  meetings,
  settings,
}: MeetingContext): Promise<CheckResult> {
  const host = await meetings.findHost(settings.meetings.hostUser);
  if (!host) return warning(mayNotLook);
  const unusable = whyNoHost(host);
  if (unusable) return problem(`The user of ZOOM_HOST_USER ${unusable}.`);
  if (host.timeZone && host.timeZone !== PACIFIC_ZONE) {
    return warning(
      `The host’s time zone at Zoom is ${host.timeZone}, so times there differ from those of the portal (${PACIFIC_ZONE}).`,
    );
  }
  return ok('The host is active at Zoom and has a licence.');
}

type HostsContext = Pick<CheckContext, 'meetings' | 'database' | 'settings' | 'clock'>;

/** Everybody but the portal's own host: instructors' users, and whoever hosts a class all the same. Null where there is nobody. */
export async function checkInstructorHosts(context: HostsContext): Promise<CheckResult | null> {
  const { meetings, database, settings, clock } = context;
  const [, ...others] = await listHosts(database, settings, clock.now());
  if (others.length === 0) return null;
  const unusable: string[] = [];
  for (const user of others) {
    const host = await meetings.findHost(user).catch(toUnknown);
    if (host === null) return warning(mayNotLook);
    const why = host === 'unknown' ? 'is not known at Zoom' : whyNoHost(host);
    if (why) unusable.push(`that of ${await nameUser(database, user)} ${why}`);
  }
  if (unusable.length === 0) {
    return ok(`All ${others.length} of them are active at Zoom and have a licence.`);
  }
  return problem(
    `Of the users who host classes, ${unusable.join(', ')}. Mend it at Zoom, or enter another user on the page Staff: their classes move there.`,
  );
}

/** Whose user it is. One whom nobody has any more still hosts the classes that were left with it. */
async function nameUser(database: CheckContext['database'], user: string): Promise<string> {
  const owners = await database
    .select({ firstName: people.firstName, lastName: people.lastName })
    .from(people)
    .where(
      and(eq(sql`lower(${people.zoomUser})`, user.toLowerCase()), isNull(people.deactivatedAt)),
    )
    .orderBy(people.lastName, people.firstName);
  const names = owners.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return names.join(' and ') || `some upcoming classes (${user})`;
}

function toUnknown(error: unknown): 'unknown' {
  const isUnknown =
    error instanceof MeetingsProblem && error.kind === 'operator' && error.stops !== 'everything';
  if (!isUnknown) throw error;
  return 'unknown';
}

function whyNoHost({ isActive, isLicensed }: MeetingHost): string | null {
  if (!isActive) return 'is not active at Zoom';
  return isLicensed ? null : 'has no licence at Zoom, so no meeting takes registrants';
}

export async function checkTextAccount({
  texts,
}: Pick<CheckContext, 'texts'>): Promise<CheckResult> {
  const { isActive, isTrial } = await texts.findAccount();
  if (!isActive) return problem('The account at Twilio is not active: it was suspended or closed.');
  if (isTrial) return warning('It is a trial account: only numbers verified at Twilio get texts.');
  return ok('The account at Twilio is active.');
}

type SenderContext = Pick<CheckContext, 'texts' | 'settings' | 'database' | 'clock'>;

export async function checkLoginSender({ texts }: SenderContext): Promise<CheckResult> {
  const sender = await texts.findSender('login');
  const unusable = whyUnusable(sender, 'TWILIO_LOGIN_SENDER');
  return unusable ?? ok(`Twilio has it, and it can send texts.${registrationUnknown(sender)}`);
}

export async function checkReminderSender(context: SenderContext): Promise<CheckResult> {
  const { texts, settings } = context;
  const sender = await texts.findSender('reminders');
  const unusable = whyUnusable(sender, 'TWILIO_REMINDER_SENDER');
  if (unusable) return unusable;
  const repliesUrl = `${settings.publicUrl}/api/webhooks/twilio/replies`;
  if (sender?.repliesTo === null) {
    return warning(
      `Twilio has it, but the address for replies is set elsewhere there: see that it is ${repliesUrl}.`,
    );
  }
  if (sender?.repliesTo !== repliesUrl) {
    return warning(`Replies such as STOP are not posted to ${repliesUrl}: set that at Twilio.`);
  }
  return ok(
    `Twilio has it, it can send texts, and replies come to the portal.${registrationUnknown(sender)}`,
  );
}

const registrationProblems = {
  'under review': 'is still under review at the carriers, which refuse texts until it is approved',
  refused: 'was refused by the carriers, and so are its texts: see why at Twilio',
  missing: 'has no campaign at the carriers, and those in the US refuse texts from its numbers',
};

function whyUnusable(sender: TextSender | null, setting: string): CheckResult | undefined {
  if (!sender) return problem(`The account at Twilio has no sender as ${setting} says.`);
  if (!sender.canSendTexts) {
    return problem(
      `The number of ${setting} cannot send texts, or its Messaging Service has none.`,
    );
  }
  const { registration } = sender;
  if (!registration || registration === 'approved') return undefined;
  return warning(`The Messaging Service of ${setting} ${registrationProblems[registration]}.`);
}

function registrationUnknown(sender: TextSender | null): string {
  if (sender?.registration) return ' It is registered with the carriers.';
  return ' Check at Twilio that the carriers have approved it: the portal sees that only for the campaign of a Messaging Service.';
}
