import { and, eq, isNull } from 'drizzle-orm';
import type { adminClassCalls } from '../../contract/admin-classes.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { noSuchThing } from '../../contract/fields.ts';
import { canAddClassOn, canMoveClassTo } from '../../course/class-dates.ts';
import { pacificDate, readClassStart } from '../../course/pacific-time.ts';
import { canTeach } from '../../course/roles.ts';
import { recordAudit } from '../audit-log.ts';
import { raiseSequences } from '../calendars/commands.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, people } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { Queue } from '../jobs/queue.ts';
import { keepMeetingInStep } from '../meetings/commands.ts';
import { planReminders } from '../reminders/commands.ts';
import type { Settings } from '../settings.ts';
import { tellOfMove } from './jobs.ts';
import { countInTheWay, countRegistered } from './queries.ts';
import { explainTwin } from './refusals.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  settings: Settings;
}

export interface Actor {
  id: number;
  address: string;
}

type ClassFields = BodyOf<typeof adminClassCalls.editClass>;

const classIsTaken = 'There are students registered for this class. It cannot be deleted.';

export async function addClass({ database, clock, queue }: Parts, actor: Actor, body: ClassFields) {
  const now = clock.now();
  const startsAt = startOf(body);
  if (!canAddClassOn(pacificDate(startsAt), pacificDate(now))) {
    throw new Refusal(400, 'Please select today or a later day.');
  }
  const { classType, instructorId = null } = body;
  const addition = database.transaction(async (transaction) => {
    await checkInstructor(transaction, instructorId);
    const [made] = await transaction
      .insert(classes)
      .values({ startsAt, classType, instructorId, createdAt: now })
      .returning();
    if (!made) throw new Error('the new class was not returned');
    await audit(transaction, actor, now, 'class: added', made.id, null, describe(made));
    await keepMeetingInStep(queue, transaction, made.id);
    return made.id;
  });
  return addition.catch(explainTwin);
}

export async function editClass(
  { database, clock, queue, settings }: Parts,
  actor: Actor,
  classId: number,
  body: ClassFields,
) {
  const now = clock.now();
  const startsAt = startOf(body);
  const { classType, instructorId = null } = body;
  const edit = database.transaction(async (transaction) => {
    const before = await lockClass(transaction, classId);
    const move = {
      ownDate: pacificDate(before.startsAt),
      today: pacificDate(now),
      override: settings.site.classEditLatest,
    };
    if (!canMoveClassTo(pacificDate(startsAt), move)) {
      throw new Refusal(400, 'A class cannot be moved to that day.');
    }
    const isMoved = startsAt.getTime() !== before.startsAt.getTime();
    const registered = await countRegistered(transaction, classId);
    if (classType !== before.classType && registered > 0) {
      throw new Refusal(
        409,
        `${registered} registered for this class need it to stay ${before.classType}.`,
      );
    }
    if (isMoved) await refuseFullWeek(transaction, classId, startsAt);
    await checkInstructor(transaction, instructorId);
    const after = { ...before, startsAt, classType, instructorId };
    await transaction
      .update(classes)
      .set({ startsAt, classType, instructorId })
      .where(eq(classes.id, classId));
    await audit(
      transaction,
      actor,
      now,
      'class: edited',
      classId,
      describe(before),
      describe(after),
    );
    await keepMeetingInStep(queue, transaction, classId);
    if (isMoved) {
      const moved = await raiseSequences(transaction, classId);
      await planReminders(transaction, moved, now);
      await tellOfMove(queue, transaction, classId, { from: before.startsAt, movedAt: now });
    }
  });
  return edit.catch(explainTwin);
}

export async function deleteClass(
  { database, clock, queue }: Parts,
  actor: Actor,
  classId: number,
) {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const before = await lockClass(transaction, classId);
    if ((await countRegistered(transaction, classId)) > 0) throw new Refusal(409, classIsTaken);
    await transaction.update(classes).set({ deletedAt: now }).where(eq(classes.id, classId));
    await audit(transaction, actor, now, 'class: deleted', classId, describe(before), null);
    await keepMeetingInStep(queue, transaction, classId);
  });
}

function startOf({ pacificDate: date, timeSlot }: ClassFields): Date {
  const start = readClassStart(date, timeSlot);
  if (!start) throw new Refusal(400, 'Please select a date');
  return start;
}

/** Against whoever is just registering for it: they hold it, too, while they decide. */
async function lockClass(transaction: Transaction, classId: number) {
  const [found] = await transaction
    .select()
    .from(classes)
    .where(and(eq(classes.id, classId), isNull(classes.deletedAt)))
    .for('update');
  if (!found) throw new Refusal(404, noSuchThing);
  return found;
}

async function refuseFullWeek(transaction: Transaction, classId: number, startsAt: Date) {
  const inTheWay = await countInTheWay(transaction, classId, startsAt);
  if (inTheWay === 0) return;
  const who =
    inTheWay === 1
      ? '1 student registered for it already has'
      : `${inTheWay} students registered for it already have`;
  throw new Refusal(409, `The class cannot move to that week: ${who} another class then.`);
}

async function checkInstructor(transaction: Transaction, instructorId: number | null) {
  if (instructorId === null) return;
  const [instructor] = await transaction.select().from(people).where(eq(people.id, instructorId));
  if (!instructor || !canTeach(instructor.role)) {
    throw new Refusal(400, 'Please choose an instructor from the list.');
  }
}

type Described = Pick<typeof classes.$inferSelect, 'startsAt' | 'classType' | 'instructorId'>;

function describe({ startsAt, classType, instructorId }: Described) {
  return { startsAt: startsAt.toISOString(), classType, instructorId };
}

function audit(
  transaction: Transaction,
  { id: actorId, address }: Actor,
  at: Date,
  action: string,
  classId: number,
  before: object | null,
  after: object | null,
) {
  return recordAudit(transaction, {
    at,
    actorId,
    action,
    subject: `class:${classId}`,
    before,
    after,
    address,
  });
}
