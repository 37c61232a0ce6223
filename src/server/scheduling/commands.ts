import { and, eq, isNull } from 'drizzle-orm';
import { noSuchThing } from '../../contract/fields.ts';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { EARLIEST_START_DATE, LAST_CLASS_NUMBER } from '../../course/course.ts';
import {
  REFUSALS,
  refuseMove,
  refuseNextClass,
  wishForNextClass,
} from '../../course/slot-choice.ts';
import { recordAudit } from '../audit-log.ts';
import { confirmMove, confirmSchedule, nextSequence } from '../calendars/commands.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { Queue } from '../jobs/queue.ts';
import { keepRegistrantInStep } from '../meetings/commands.ts';
import { planFirstReminders, planReminders } from '../reminders/commands.ts';
import type { Settings } from '../settings.ts';
import { type MoveKind, refuseKind } from './move-kind.ts';
import { readEntry, selectHeldClasses } from './queries.ts';
import { explainConflict, turnDown } from './refusals.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  settings: Settings;
}

/** Registers the student's next class. Asked twice for the same class, it answers twice the same. */
export async function chooseClass(
  { database, clock, queue, settings }: Parts,
  studentId: number,
  classId: number,
): Promise<ScheduleEntry> {
  const choice = database.transaction(async (transaction) => {
    const [learner, slot] = await Promise.all([
      lockLearner(transaction, studentId),
      holdClass(transaction, classId),
    ]);
    const held = learner.registrations.find((registration) => registration.classId === classId);
    if (held) return readEntry(transaction, held.id);

    if (!slot) throw new Refusal(409, REFUSALS.gone);
    const now = clock.now();
    const { firstClass } = settings.site;
    turnDown(refuseNextClass(slot, learner, firstClass, now));
    const { classNumber } = wishForNextClass(learner, firstClass, now);
    const [made] = await transaction
      .insert(registrations)
      .values({ studentId, classId, pacificWeek: slot.pacificWeek, classNumber, createdAt: now })
      .returning({ id: registrations.id });
    const id = made?.id ?? 0;
    const { startsAt } = slot;
    const [entry] = await Promise.all([
      readEntry(transaction, id),
      keepRegistrantInStep(queue, transaction, { personId: studentId, classId }),
      planFirstReminders(transaction, { id, personId: studentId, classNumber, startsAt }, now),
    ]);
    if (classNumber === LAST_CLASS_NUMBER) {
      await confirmSchedule(queue, transaction, { personId: studentId, registrationId: id });
    }
    return entry;
  });
  return choice.catch(explainConflict);
}

interface Move {
  registrationId: number;
  newClassId: number;
  kind: MoveKind;
  address: string;
}

/** Puts a registration on another class. Asked twice for the same class, it answers twice the same. */
export async function moveRegistration(
  { database, clock, queue }: Parts,
  studentId: number,
  { registrationId, newClassId, kind, address }: Move,
): Promise<ScheduleEntry> {
  const move = database.transaction(async (transaction) => {
    const learner = await lockLearner(transaction, studentId);
    const moved = learner.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new Refusal(404, noSuchThing);
    if (moved.classId === newClassId) return readEntry(transaction, moved.id);

    const slot = await holdClass(transaction, newClassId);
    if (!slot) throw new Refusal(409, REFUSALS.gone);
    const now = clock.now();
    turnDown(refuseKind(kind, moved, now) ?? refuseMove(slot, learner, moved, now));
    await transaction
      .update(registrations)
      .set({
        classId: newClassId,
        pacificWeek: slot.pacificWeek,
        isRescheduled: true,
        calendarSequence: nextSequence,
      })
      .where(eq(registrations.id, moved.id));
    await recordAudit(transaction, {
      at: now,
      actorId: studentId,
      action: `registration: ${kind}`,
      subject: `registration:${moved.id}`,
      before: { classId: moved.classId },
      after: { classId: newClassId },
      address,
    });
    for (const classId of [newClassId, moved.classId]) {
      await keepRegistrantInStep(queue, transaction, { personId: studentId, classId });
    }
    await planReminders(transaction, [moved.id], now);
    const times = { from: moved.startsAt, to: slot.startsAt };
    await confirmMove(queue, transaction, { personId: studentId, registrationId, ...times });
    return readEntry(transaction, moved.id);
  });
  return move.catch(explainConflict);
}

/** One change at a time per student. The weaker lock leaves sign-ins and other records of theirs alone. */
async function lockLearner(transaction: Transaction, studentId: number) {
  const locked = transaction
    .select({ startDate: people.startDate })
    .from(people)
    .where(eq(people.id, studentId))
    .for('no key update');
  // Sent together, they are still done one after the other: what is read is as the lock found it.
  const [[student], held] = await Promise.all([locked, selectHeldClasses(transaction, studentId)]);
  return { startDate: student?.startDate ?? EARLIEST_START_DATE, registrations: held };
}

/** The class stays as it is until the change is done: nobody deletes or moves it in between. */
async function holdClass(transaction: Transaction, classId: number) {
  const [slot] = await transaction
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      pacificWeek: classes.pacificWeek,
      classType: classes.classType,
    })
    .from(classes)
    .where(and(eq(classes.id, classId), isNull(classes.deletedAt)))
    .for('share');
  return slot;
}
