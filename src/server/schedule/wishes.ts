import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { scheduleForStudentsCalls } from '../../contract/schedule-for-students.ts';
import { isClassShown } from '../../course/shown-classes.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow, insertOne, match, updateRows } from '../database/rows.ts';
import { classTimeWishes, people } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale, type Seen } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Services } from '../platform/services.ts';

type WishBody = BodyOf<typeof scheduleForStudentsCalls.sendWish>;
type Row = typeof classTimeWishes.$inferSelect;

const whereOpen = (personId: number) => match(classTimeWishes, { personId, answeredAt: null });

/** Idempotent, so a double-click sends only one request. The audit log leaves out the student's comment. */
export async function sendWish(
  { database, clock, settings }: Services,
  student: Actor,
  body: WishBody,
) {
  const { classNumber, days, hours } = body;
  if (!isClassShown(classNumber, settings.site.firstClass)) throw new DomainError('not-found');
  return database.transaction(async (transaction) => {
    await lockPeople(transaction, [student.id], 'no key update');
    const isHere = and(eq(people.id, student.id), isNull(people.erasedAt));
    if ((await transaction.$count(people, isHere)) === 0) throw new DomainError('person-not-found');
    const now = clock.now();
    const open = await findRow(transaction, classTimeWishes, whereOpen(student.id));
    if (open && isSame(open, body)) return open;
    await limitPerson(transaction, now, 'wishes', student.id);
    const values = { ...body, sentAt: now };
    const sent = open
      ? { ...open, ...values, version: open.version + 1 }
      : await insertOne(transaction, classTimeWishes, { ...values, personId: student.id });
    if (open) {
      const { version } = sent;
      await updateRows(transaction, classTimeWishes, { id: open.id }, { ...values, version });
    }
    const after = { classNumber, days, hours };
    await audit(transaction, student, now, 'wish: sent', { person: student.id, after });
    return sent;
  });
}

export async function takeBackWish({ database, clock }: Services, student: Actor): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockPeople(transaction, [student.id], 'no key update');
    const gone = await transaction.delete(classTimeWishes).where(whereOpen(student.id)).returning();
    if (gone.length === 0) return;
    await audit(transaction, student, clock.now(), 'wish: taken back', { person: student.id });
  });
}

/** Idempotent: the first person to answer stays in `answeredBy`. */
export async function answerWish({ database, clock }: Services, actor: Actor, seen: Seen) {
  await database.transaction(async (transaction) => {
    const { personId } = await readWish(transaction, seen.id);
    await lockPeople(transaction, [personId, actor.id], 'no key update');
    const wish = await readWish(transaction, seen.id);
    if (wish.answeredAt) return;
    const { id, version, classNumber, days, hours, comment, sentAt } = wish;
    const current = () => ({ id, version, classNumber, days, hours, comment, sentAt });
    await refuseStale(version, seen.version, 'request', current, 'answer it');
    const now = clock.now();
    const answered = { answeredAt: now, answeredBy: actor.id };
    await updateRows(transaction, classTimeWishes, { id }, answered);
    await audit(transaction, actor, now, 'wish: answered', { person: personId });
  });
}

async function readWish(transaction: Transaction, id: number): Promise<Row> {
  const wish = await findRow(transaction, classTimeWishes, { id });
  if (!wish) throw new DomainError('wish-taken-back');
  return wish;
}

export async function findOpenWish(database: Database, personId: number) {
  return (await findRow(database, classTimeWishes, whereOpen(personId))) ?? null;
}

export async function findWish(database: Database, personId: number) {
  const [row] = await database
    .select({ wish: classTimeWishes, name: nameColumn() })
    .from(classTimeWishes)
    .leftJoin(people, eq(people.id, classTimeWishes.answeredBy))
    .where(eq(classTimeWishes.personId, personId))
    .orderBy(desc(classTimeWishes.sentAt), desc(classTimeWishes.id))
    .limit(1);
  if (!row) return null;
  const { wish, name } = row;
  const by = wish.answeredBy === personId ? null : name;
  return { ...wish, answered: wish.answeredAt && { at: wish.answeredAt, by } };
}

export function openWishProblems() {
  return problemRows(
    'wishes',
    {
      key: sql`'wish ' || wishes.id`,
      since: sql`wishes.sent_at`,
      personId: sql`wishes.person_id`,
      subject: sql`wishes.class_number::text`,
      reason: sql`nullif(wishes.comment, '')`,
    },
    sql`from class_time_wishes wishes join people on people.id = wishes.person_id
      and people.role = 'student' and people.deactivated_at is null
      where wishes.answered_at is null`,
  );
}

function isSame(wish: Row, body: WishBody): boolean {
  const toKey = ({ classNumber, days, hours, comment }: WishBody) =>
    JSON.stringify([classNumber, days.toSorted(), hours.toSorted(), comment]);
  return toKey(wish) === toKey(body);
}
