import { and, gt, lt } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { classOnSchedule, PAGES } from '../../course/pages.ts';
import { afterQuietHours, alumniWeekDue, isTooLateToRemind } from '../../course/reminders.ts';
import type { Transaction } from '../database/connect.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { match } from '../database/rows.ts';
import { attendance, classes, type Person, retreatRegistrations } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import type { Lookup, TextWords } from '../messages/define-message.ts';
import { writeSignInLink } from '../messages/sign-in-link.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { type LockedReminder, lockReminder } from './lock-reminder.ts';
import { movedOrCanceled, needsNoRetreat } from './outcomes.ts';
import { alumniWeekText, classText, retreatText } from './words.ts';

type ReminderDecision =
  | { send: { writeWords: () => TextWords; registrationId?: number | undefined } }
  | { drop: string }
  | { waitUntil: Date }
  | { isSettled: true };

interface Message {
  redirectTo: string;
  expiresAt: Date;
  usefulUntil: Date;
  write(link: string): string;
}

const linkLifeMs = 7 * DAY_MS;

/** Locks the class and the registration, so that neither can change while we decide. */
export async function decideReminder(services: Lookup, reminderId: number) {
  const now = services.clock.now();
  const decide = async (transaction: Transaction): Promise<ReminderDecision> => {
    const found = await lockReminder(transaction, reminderId);
    if (!found || found.reminder.settledAt) return { isSettled: true };
    const { reminder, person } = found;
    if (person.deactivatedAt) return { drop: 'deactivated' };
    if (!person.textPhone || !person.textConsent) return { drop: 'no consent' };
    const message = await messageFor(transaction, found, services.settings, now);
    if (typeof message === 'string') return { drop: message };
    const daytime = afterQuietHours(now);
    if (daytime > now) return { waitUntil: daytime };
    const { write, usefulUntil, ...target } = message;
    const isPlain = person.phone === null;
    const about = `reminder ${reminder.id}`;
    const signIn = { personId: person.id, about, isPlain, ...target };
    const link = await writeSignInLink({ ...services, database: transaction }, signIn);
    const wordsOf = (body: string) => ({ body, searchText: isPlain ? body : link, usefulUntil });
    const writeWords = () => wordsOf(write(link));
    return { send: { registrationId: found.held?.registrationId, writeWords } };
  };
  return retryOutdatedLocks(() => services.database.transaction(decide));
}

async function messageFor(
  transaction: Transaction,
  { reminder: { kind, startsAt }, person, held }: LockedReminder,
  { site }: Settings,
  now: Date,
): Promise<Message | string> {
  if (kind === 'missed-class') throw new Error('this reminder has its own job');
  if (kind === 'alumni-week') return weekMessage(transaction, person.role, site, now);
  if (!held || held.startsAt.getTime() !== startsAt?.getTime()) return movedOrCanceled;
  if (kind === 'retreat') {
    if (!(await lacksRetreat(transaction, person))) return needsNoRetreat;
    const expiresAt = new Date(now.getTime() + linkLifeMs);
    return {
      redirectTo: PAGES.schedule,
      expiresAt,
      usefulUntil: expiresAt,
      write: (link) => retreatText(site, link),
    };
  }
  if (isTooLateToRemind(kind, held.startsAt, now)) return 'too late';
  const seat = { personId: person.id, classId: held.classId };
  const isExcused = match(attendance, { ...seat, status: 'Excused' });
  if ((await transaction.$count(attendance, isExcused)) > 0) return 'excused';
  return {
    redirectTo: classOnSchedule(held.classNumber),
    expiresAt: new Date(held.startsAt.getTime() + CLASS_DURATION_MS),
    usefulUntil: held.startsAt,
    write: (link) => classText(site, held, link, now),
  };
}

export async function lacksRetreat(transaction: Transaction, person: Person) {
  if (person.role !== 'student' || person.transferStudent) return false;
  const whereTheirs = match(retreatRegistrations, { personId: person.id, canceledAt: null });
  return (await transaction.$count(retreatRegistrations, whereTheirs)) === 0;
}

async function weekMessage(
  transaction: Transaction,
  role: string,
  site: Settings['site'],
  now: Date,
): Promise<Message | string> {
  const week = alumniWeekDue(now);
  if (role !== 'alumni' || !week) return 'too late';
  const sessions = await transaction
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(and(isStanding, gt(classes.startsAt, now), lt(classes.startsAt, week.until)))
    .orderBy(classes.startsAt);
  if (sessions.length === 0) return 'no sessions';
  const starts = sessions.map(({ startsAt }) => startsAt);
  return {
    redirectTo: PAGES.classes,
    expiresAt: week.until,
    usefulUntil: week.until,
    write: (link) => alumniWeekText(site, starts, link),
  };
}
