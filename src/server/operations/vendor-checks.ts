import { and, eq, isNull, sql } from 'drizzle-orm';
import { PACIFIC_ZONE } from '../../course/course.ts';
import { fullName } from '../../course/full-name.ts';
import { people } from '../database/schema.ts';
import { type MeetingHost, MeetingsProblem } from '../integrations/meetings/port.ts';
import type { TextSender } from '../integrations/texts/port.ts';
import { listHosts } from '../meetings/index.ts';
import { type CheckContext, type CheckResult, ok, problem, warning } from './check-result.ts';

export async function checkMail({ mailer }: CheckContext): Promise<CheckResult> {
  const { isEncrypted } = await mailer.check();
  if (isEncrypted)
    return ok('The server accepts the portal’s login, over an encrypted connection.');
  return warning(
    'The server accepts the portal’s login, but without TLS, so passwords and login links are sent unencrypted.',
  );
}

export async function checkMeetingsApp({ meetings, settings }: CheckContext): Promise<CheckResult> {
  const { calls, events } = await meetings.findMissingRights(settings.meetings.hostUser);
  if (calls.length > 0) {
    const missing = [...calls, ...events].join(', ');
    return problem(`The Zoom app lacks scopes that the portal needs: ${missing}.`);
  }
  if (events.length > 0) {
    return warning(
      `The Zoom app lacks the scope ${events.join(', ')}, so Zoom may not report who joins and leaves.`,
    );
  }
  return ok(
    'Zoom accepts the portal’s login, and the app has every scope it needs. This doesn’t check the account’s settings. If Zoom overrides a class’s settings, the class page says so.',
  );
}

const cannotReadUsers =
  'The portal can’t read Zoom users. Give the Zoom app the scope user:read:admin or user:read:user:admin.';

const cannotReadSettings =
  'The portal can’t read how many people the host’s Zoom plan allows in a meeting. Give the Zoom app the scope user:read:admin or user:read:settings:admin, or set CLASS_PLACES.';

export async function checkMeetingHost({ meetings, settings }: CheckContext): Promise<CheckResult> {
  const host = await meetings.findHost(settings.meetings.hostUser);
  if (!host) return warning(cannotReadUsers);
  const unusable = whyNoHost(host);
  if (unusable) return problem(`The user in ZOOM_HOST_USER ${unusable}.`);
  if (host.timeZone && host.timeZone !== PACIFIC_ZONE) {
    return warning(
      `The host’s time zone in Zoom is ${host.timeZone}, so Zoom shows different times than the portal (${PACIFIC_ZONE}).`,
    );
  }
  const capacity = await meetings.findCapacity(settings.meetings.hostUser);
  if (capacity === null) return warning(cannotReadSettings);
  return ok(
    `The host is active in Zoom, has a license, and can host meetings of up to ${capacity} people.`,
  );
}

export async function checkInstructorHosts(context: CheckContext): Promise<CheckResult | null> {
  const { meetings, database, settings, clock } = context;
  const [, ...others] = await listHosts(database, settings, clock.now());
  if (others.length === 0) return null;
  const unusable: string[] = [];
  for (const user of others) {
    const host = await meetings.findHost(user).catch(toUnknown);
    if (host === null) return warning(cannotReadUsers);
    const why = host === 'unknown' ? 'doesn’t exist in Zoom' : whyNoHost(host);
    if (why) unusable.push(`${await nameUser(database, user)} ${why}`);
  }
  if (unusable.length === 0) {
    return ok('Every Zoom user who hosts classes is active and has a license.');
  }
  return problem(
    `Some users can’t host classes: ${unusable.join(', ')}. Fix this in Zoom, or enter another user on the Staff page, and we’ll move their classes to that user.`,
  );
}

/** If no one on staff uses this Zoom user anymore, it may still host classes that were scheduled earlier. */
async function nameUser(database: CheckContext['database'], user: string): Promise<string> {
  const owners = await database
    .select({ firstName: people.firstName, lastName: people.lastName })
    .from(people)
    .where(
      and(eq(sql`lower(${people.zoomUser})`, user.toLowerCase()), isNull(people.deactivatedAt)),
    )
    .orderBy(people.lastName, people.firstName);
  const names = owners.map(fullName);
  return `the user ${names.length > 0 ? `for ${names.join(' and ')}` : `for some upcoming classes (${user})`}`;
}

function toUnknown(error: unknown): 'unknown' {
  const isUnknown =
    error instanceof MeetingsProblem && error.kind === 'operator' && error.stops !== 'everything';
  if (!isUnknown) throw error;
  return 'unknown';
}

function whyNoHost({ isActive, isLicensed }: MeetingHost): string | null {
  if (!isActive) return 'isn’t active in Zoom';
  return isLicensed ? null : 'has no Zoom license, so their meetings can’t have registrants';
}

export async function checkTextAccount({ texts }: CheckContext): Promise<CheckResult> {
  const { isActive, isTrial } = await texts.findAccount();
  if (!isActive) return problem('The Twilio account isn’t active. It was suspended or closed.');
  if (isTrial)
    return warning('This is a trial account, so only phone numbers verified in Twilio get texts.');
  return ok('The Twilio account is active.');
}

export async function checkLoginSender({ texts }: CheckContext): Promise<CheckResult> {
  const sender = await texts.findSender('login');
  const unusable = whyUnusable(sender, 'TWILIO_LOGIN_SENDER');
  return (
    unusable ?? ok(`Twilio has this sender, and it can send texts.${registrationUnknown(sender)}`)
  );
}

export async function checkReminderSender(context: CheckContext): Promise<CheckResult> {
  const { texts, settings } = context;
  const sender = await texts.findSender('reminders');
  const unusable = whyUnusable(sender, 'TWILIO_REMINDER_SENDER');
  if (unusable) return unusable;
  const repliesUrl = `${settings.publicUrl}/api/webhooks/twilio/replies`;
  if (sender?.repliesTo === null) {
    return warning(
      `Twilio has this sender, but the URL for replies is set somewhere else in Twilio. Make sure it is ${repliesUrl}.`,
    );
  }
  if (sender?.repliesTo !== repliesUrl) {
    return warning(
      `Twilio doesn’t post replies such as STOP to ${repliesUrl}. Set that URL in Twilio.`,
    );
  }
  return ok(
    `Twilio has this sender, it can send texts, and replies reach the portal.${registrationUnknown(sender)}`,
  );
}

const registrationProblems = {
  'under review':
    'is still under review by the carriers, who block its texts until they approve it',
  refused: 'was rejected by the carriers, who block its texts. Twilio shows why',
  missing: 'has no campaign registered with US carriers, so they block texts from its numbers',
};

function whyUnusable(sender: TextSender | null, setting: string): CheckResult | undefined {
  if (!sender) return problem(`The Twilio account has no sender that matches ${setting}.`);
  if (!sender.canSendTexts) {
    return problem(
      `The number in ${setting} can’t send texts, or its Messaging Service has no number.`,
    );
  }
  const { registration } = sender;
  if (!registration || registration === 'approved') return undefined;
  return warning(`The Messaging Service in ${setting} ${registrationProblems[registration]}.`);
}

function registrationUnknown(sender: TextSender | null): string {
  if (sender?.registration) return ' The sender is registered with the carriers.';
  return ' Check in Twilio that the carriers have approved the sender. The portal can check that only for a Messaging Service’s campaign.';
}
