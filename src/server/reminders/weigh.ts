import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { PAGES } from '../../course/pages.ts';
import { afterQuietHours, alumniWeekToTell, isTooLateToRemind } from '../../course/reminders.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import {
  classes,
  people,
  registrations,
  reminders,
  retreatRegistrations,
} from '../database/schema.ts';
import type { Settings } from '../settings.ts';
import { writeReminderLink } from '../sign-in/commands.ts';
import { alumniWeekText, classText, retreatText } from './messages.ts';

interface Parts {
  database: Database;
  clock: Clock;
  settings: Settings;
}

type Verdict =
  | { send: { to: string; body: string; mark: string } }
  | { drop: string }
  | { waitUntil: Date }
  | { isSettled: true };

/** How the link leads on: where to, until when, and the words around it. */
interface Message {
  redirectTo: string;
  expiresAt: Date;
  write(link: string): string;
}

const linkLifeMs = 7 * 24 * 60 * 60 * 1000;

/**
 * What a planned reminder comes to now, when it is about to be sent. The registration is held while
 * it is looked at: a move is either seen here or comes after.
 */
export async function weighReminder(parts: Parts, reminderId: number): Promise<Verdict> {
  const now = parts.clock.now();
  return parts.database.transaction(async (transaction): Promise<Verdict> => {
    const found = await findReminder(transaction, reminderId);
    if (!found || found.reminder.settledAt) return { isSettled: true };
    const { reminder, person } = found;
    if (!person.phone || !person.textConsent) return { drop: 'no consent' };
    const message = await messageFor(transaction, found, parts.settings, now);
    if (typeof message === 'string') return { drop: message };
    const daytime = afterQuietHours(now);
    if (daytime > now) return { waitUntil: daytime };
    const { redirectTo, expiresAt } = message;
    const about = `reminder ${reminder.id}`;
    const link = await writeReminderLink(parts, transaction, {
      personId: person.id,
      about,
      redirectTo,
      expiresAt,
    });
    return { send: { to: person.phone, body: message.write(link), mark: link } };
  });
}

async function findReminder(transaction: Transaction, id: number) {
  const [found] = await transaction
    .select({ reminder: reminders, person: people })
    .from(reminders)
    .innerJoin(people, eq(people.id, reminders.personId))
    .where(eq(reminders.id, id))
    .for('share', { of: reminders });
  return found;
}

type Found = NonNullable<Awaited<ReturnType<typeof findReminder>>>;

/** The message, or why there is none to send. */
async function messageFor(
  transaction: Transaction,
  { reminder: { kind, registrationId, startsAt }, person }: Found,
  { site }: Settings,
  now: Date,
): Promise<Message | string> {
  if (kind === 'alumni-week') return weekMessage(transaction, person.role, site, now);
  const held = await holdRegistration(transaction, registrationId ?? 0);
  if (!held || held.startsAt.getTime() !== startsAt?.getTime()) return 'moved or cancelled';
  if (kind === 'retreat') {
    const isMissing = await lacksRetreat(transaction, person);
    if (!isMissing) return 'needs no retreat';
    return {
      redirectTo: PAGES.schedule,
      expiresAt: new Date(now.getTime() + linkLifeMs),
      write: (link) => retreatText(site, link),
    };
  }
  if (isTooLateToRemind(kind, held.startsAt, now)) return 'too late';
  return {
    redirectTo: PAGES.schedule,
    expiresAt: new Date(held.startsAt.getTime() + CLASS_DURATION_MS),
    write: (link) => classText(site, held, link),
  };
}

async function holdRegistration(transaction: Transaction, id: number) {
  const [held] = await transaction
    .select({ classNumber: registrations.classNumber, startsAt: classes.startsAt })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(eq(registrations.id, id), isNull(registrations.cancelledAt)))
    .for('share');
  return held;
}

/** Transfer students have had theirs elsewhere. */
async function lacksRetreat(transaction: Transaction, person: typeof people.$inferSelect) {
  if (person.role !== 'student' || person.transferStudent) return false;
  const isTheirs = and(
    eq(retreatRegistrations.personId, person.id),
    isNull(retreatRegistrations.cancelledAt),
  );
  return (await transaction.$count(retreatRegistrations, isTheirs)) === 0;
}

async function weekMessage(
  transaction: Transaction,
  role: string,
  site: Settings['site'],
  now: Date,
): Promise<Message | string> {
  const week = alumniWeekToTell(now);
  if (role !== 'alumni' || !week) return 'too late';
  const sessions = await transaction
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(
      and(isNull(classes.deletedAt), gt(classes.startsAt, now), lt(classes.startsAt, week.until)),
    )
    .orderBy(classes.startsAt);
  if (sessions.length === 0) return 'no sessions';
  const starts = sessions.map(({ startsAt }) => startsAt);
  return {
    redirectTo: PAGES.classes,
    expiresAt: week.until,
    write: (link) => alumniWeekText(site, starts, link),
  };
}
