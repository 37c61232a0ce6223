import { and, gt, lt } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { classOnSchedule, PAGES } from '../../course/pages.ts';
import { afterQuietHours, alumniWeekDue, isTooLateToRemind } from '../../course/reminders.ts';
import type { Transaction } from '../database/connect.ts';
import { gatherWith } from '../database/gather.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { match } from '../database/rows.ts';
import { attendance, classes, type Person, retreatRegistrations } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import type { Lookup, TextWords } from '../messages/define-message.ts';
import { writeSignInLink } from '../messages/message-link.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { type LockedReminder, lockReminders } from './lock-reminders.ts';
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
export const decideReminder = gatherWith((services: Lookup, ids: number[]) => {
  const now = services.clock.now();
  return retryOutdatedLocks(() =>
    services.database.transaction(async (transaction) => {
      const locked = await lockReminders(transaction, ids);
      const seats = await findExcused(transaction, locked);
      const within = { ...services, database: transaction };
      return Promise.all(
        ids.map((id) => {
          const found = locked.find(({ reminder }) => reminder.id === id);
          return decide(within, found, seats, now);
        }),
      );
    }),
  );
});

type Within = Lookup & { database: Transaction };
type Seat = { personId: number; classId: number };

async function decide(
  services: Within,
  found: LockedReminder | undefined,
  excused: Seat[],
  now: Date,
): Promise<ReminderDecision> {
  if (!found || found.reminder.settledAt) return { isSettled: true };
  const { reminder, person } = found;
  if (person.deactivatedAt) return { drop: 'deactivated' };
  if (!person.textPhone || !person.textConsent) return { drop: 'no consent' };
  const message = await messageFor(services, found, excused, now);
  if (typeof message === 'string') return { drop: message };
  const daytime = afterQuietHours(now);
  if (daytime > now) return { waitUntil: daytime };
  const { write, usefulUntil, ...target } = message;
  const isPlain = person.phone === null;
  const signIn = { personId: person.id, about: `reminder ${reminder.id}`, isPlain, ...target };
  const link = await writeSignInLink(services, signIn);
  const wordsOf = (body: string) => ({ body, searchText: isPlain ? body : link, usefulUntil });
  const writeWords = () => wordsOf(write(link));
  return { send: { registrationId: found.held?.registrationId, writeWords } };
}

function findExcused(transaction: Transaction, locked: LockedReminder[]): Promise<Seat[]> {
  const personId = locked.map(({ person }) => person.id);
  const classId = locked.flatMap(({ held }) => held?.classId ?? []);
  const { personId: whose, classId: which } = attendance;
  return transaction
    .select({ personId: whose, classId: which })
    .from(attendance)
    .where(match(attendance, { personId, classId, status: 'Excused' }));
}

async function messageFor(
  { database: transaction, settings: { site } }: Within,
  { reminder: { kind, startsAt }, person, held }: LockedReminder,
  excused: Seat[],
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
  const isTheirs = (seat: Seat) => seat.personId === person.id && seat.classId === held.classId;
  if (excused.some(isTheirs)) return 'excused';
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
