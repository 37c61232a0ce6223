import { and, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import {
  afterQuietHours,
  classReminderDue,
  missedMessageDue,
  retreatReminderDue,
} from '../../course/reminders.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { lockPeople, lockRegistrations } from '../database/lock-order.ts';
import { columnsOf, prepareSql } from '../database/prepared.ts';
import { match, updateRows } from '../database/rows.ts';
import { classes, registrations, reminders } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { DAY_MS } from '../platform/clock.ts';
import { announceDue, movedOrCanceled, needsNoRetreat } from './outcomes.ts';

const batchSize = 200;

interface Held {
  personId: number;
  classNumber: number;
  startsAt: Date;
}

type Plan = Held & Pick<typeof reminders.$inferInsert, 'kind' | 'dueAt'>;

/**
 * Call this for registrations that were made, moved or canceled. The caller must lock the students first, because
 * people are locked before registrations. Queued reminders stay in the queue, because their jobs check again before
 * sending. For restored registrations, pass `since` to send reminders that came due after that time.
 */
export async function planReminders(
  transaction: Transaction,
  registrationIds: number[],
  now: Date,
  { since = now } = {},
): Promise<void> {
  if (registrationIds.length === 0) return;
  const byId = inArray(registrations.id, registrationIds);
  // Lock before reading, so that the plan matches the final state even after two concurrent changes.
  await lockRegistrations(transaction, byId);
  const held = await transaction
    .select({
      personId: registrations.studentId,
      classNumber: registrations.classNumber,
      startsAt: classes.startsAt,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(byId, hasPlace));
  const isPlanned = match(reminders, { registrationId: registrationIds, claimedAt: null });
  await transaction.delete(reminders).where(isPlanned);
  if (since < now) await reopenDropped(transaction, registrationIds, since);
  await planFirstReminders(transaction, held, since);
}

const reopened = { claimedAt: null, settledAt: null, outcome: null };

async function reopenDropped(transaction: Transaction, registrationIds: number[], since: Date) {
  const wasDropped = and(
    match(reminders, { registrationId: registrationIds, outcome: movedOrCanceled }),
    gte(reminders.settledAt, since),
  );
  await updateRows(transaction, reminders, wasDropped, reopened);
  announceDue([since]);
}

const plan = prepareSql(sql`
  insert into ${reminders} (key, kind, person_id, registration_id, starts_at, due_at)
  select concat_ws(' ', kind, held.id, starts), kind, person_id, held.id, starts::timestamptz, due_at
  from unnest(${sql.placeholder('kind')}::text[], ${sql.placeholder('personId')}::int[],
    ${sql.placeholder('classNumber')}::int[], ${sql.placeholder('startsAt')}::text[],
    ${sql.placeholder('dueAt')}::timestamptz[]) as plan (kind, person_id, number, starts, due_at)
  join ${registrations} held on student_id = person_id and class_number = number and ended_at is null
  on conflict do nothing`);

/**
 * Finds the registrations by student and class number, so that callers can insert them in the same write. Passes one
 * array per column, because thousands of rows would need too many parameters.
 */
export async function planFirstReminders(transaction: Transaction, held: Held[], now: Date) {
  const plans = held.flatMap(plansFor).filter(({ dueAt }) => dueAt > now);
  if (plans.length === 0) return;
  await plan(transaction, {
    ...columnsOf(plans, ['kind', 'personId', 'classNumber', 'dueAt']),
    startsAt: plans.map(({ startsAt }) => startsAt.toISOString()),
  });
  announceDue(plans.map(({ dueAt }) => dueAt));
}

function plansFor(held: Held): Plan[] {
  const { classNumber, startsAt } = held;
  const at = (kind: Plan['kind'], dueAt: Date | null): Plan[] =>
    dueAt ? [{ ...held, kind, dueAt }] : [];
  return [
    ...at('class-day', classReminderDue('class-day', startsAt)),
    ...at('class-hour', classReminderDue('class-hour', startsAt)),
    ...at('missed-class', missedMessageDue(startsAt)),
    ...(classNumber === LAST_CLASS_NUMBER ? at('retreat', retreatReminderDue(startsAt)) : []),
  ];
}

/**
 * Plans reminders for registrations that have none, such as those in a restored backup or the demo. Looks for a missing
 * `missed-class` reminder, because every registration should have one.
 */
export async function planMissingReminders(database: Database, now: Date): Promise<void> {
  const unplanned = await database
    .select({ id: registrations.id, studentId: registrations.studentId })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(
      reminders,
      and(
        eq(reminders.registrationId, registrations.id),
        eq(reminders.kind, 'missed-class'),
        eq(reminders.startsAt, classes.startsAt),
      ),
    )
    .where(and(hasPlace, gt(classes.startsAt, now), isNull(reminders.id)));
  for (let at = 0; at < unplanned.length; at += batchSize) {
    const some = unplanned.slice(at, at + batchSize);
    const studentIds = some.map(({ studentId }) => studentId);
    const ids = some.map(({ id }) => id);
    await database.transaction(async (transaction) => {
      await lockPeople(transaction, studentIds);
      await planReminders(transaction, ids, now);
    });
  }
}

/** Gives staff time to match or enter another retreat before we remind the student. */
const reopenAfterMs = DAY_MS;

/**
 * Does nothing unless we dropped the student's retreat reminder as unnecessary. The caller must lock the person first.
 */
export async function reopenRetreatReminder(transaction: Transaction, personId: number, now: Date) {
  const dueAt = afterQuietHours(new Date(now.getTime() + reopenAfterMs));
  const wasDropped = match(reminders, { personId, kind: 'retreat', outcome: needsNoRetreat });
  const changed = await updateRows(transaction, reminders, wasDropped, { dueAt, ...reopened });
  if (changed.rowCount) announceDue([dueAt]);
}

/** If a deleted reminder's job is already in the queue, the job sends nothing. */
export async function deletePlannedReminders(transaction: Transaction, personId: number) {
  const isPlanned = match(reminders, { personId, settledAt: null });
  await transaction.delete(reminders).where(isPlanned);
}
