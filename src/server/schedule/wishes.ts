import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type {
  schedulingWishesCalls,
  Wish,
  WishForStaff,
} from '../../contract/schedule-for-students.ts';
import { isClassShown } from '../../course/shown-classes.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { classTimeWishes, people } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Services } from '../platform/services.ts';

type Deps = Pick<Services, 'database' | 'clock'>;
type Words = BodyOf<typeof schedulingWishesCalls.sendWish>;
type Row = typeof classTimeWishes.$inferSelect;

const whereOpen = (personId: number) =>
  and(eq(classTimeWishes.personId, personId), isNull(classTimeWishes.answeredAt));

/** The same twice, as by a double click, is sent once. The line that was written stands in the wish alone. */
export async function sendWish(
  { database, clock, settings }: Deps & Pick<Services, 'settings'>,
  student: Actor,
  words: Words,
) {
  if (!isClassShown(words.classNumber, settings.site.firstClass))
    throw new DomainError('not-found');
  return database.transaction(async (transaction): Promise<Wish> => {
    await lockPeople(transaction, [student.id], 'no key update');
    const isHere = and(eq(people.id, student.id), isNull(people.erasedAt));
    if ((await transaction.$count(people, isHere)) === 0) throw new DomainError('person-not-found');
    const now = clock.now();
    const [open] = await transaction.select().from(classTimeWishes).where(whereOpen(student.id));
    if (open && isSame(open, words)) return toWire(open);
    await limitPerson(transaction, now, 'wishes', student.id);
    const values = { ...words, sentAt: now };
    const [sent] = open
      ? await transaction
          .update(classTimeWishes)
          .set({ ...values, version: open.version + 1 })
          .where(eq(classTimeWishes.id, open.id))
          .returning()
      : await transaction
          .insert(classTimeWishes)
          .values({ ...values, personId: student.id })
          .returning();
    if (!sent) throw new Error('the wish was not returned');
    const { classNumber, days, hours } = words;
    const after = { classNumber, days, hours };
    await audit(transaction, student, now, 'wish: sent', { person: student.id, after });
    return toWire(sent);
  });
}

/** Again is harmless. */
export async function takeBackWish({ database, clock }: Deps, student: Actor): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockPeople(transaction, [student.id], 'no key update');
    const gone = await transaction.delete(classTimeWishes).where(whereOpen(student.id)).returning();
    if (gone.length === 0) return;
    await audit(transaction, student, clock.now(), 'wish: taken back', { person: student.id });
  });
}

/** Of two who do it at once, the first is named. */
export async function answerWish(
  { database, clock }: Deps,
  actor: Actor,
  seen: { id: number; version: number | undefined },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const personId = await findSender(transaction, seen.id);
    await lockPeople(transaction, [personId, actor.id], 'no key update');
    const [wish] = await transaction
      .select()
      .from(classTimeWishes)
      .where(eq(classTimeWishes.id, seen.id));
    if (!wish) throw new DomainError('wish-taken-back');
    if (wish.answeredAt) return;
    const { id, version } = wish;
    const current = () => ({ ...toWire(wish), id, version });
    await refuseStale(version, seen.version, 'wish', current, 'answer it');
    const now = clock.now();
    await transaction
      .update(classTimeWishes)
      .set({ answeredAt: now, answeredBy: actor.id })
      .where(eq(classTimeWishes.id, wish.id));
    await audit(transaction, actor, now, 'wish: answered', { person: personId });
  });
}

/** Whoever has a time for a class no longer waits for one: by their own choice, or by what staff chose for them. */
export async function settleWish(
  transaction: Transaction,
  chosen: { studentId: number; classNumbers: number[]; actorId: number; now: Date },
): Promise<void> {
  await transaction
    .update(classTimeWishes)
    .set({ answeredAt: chosen.now, answeredBy: chosen.actorId })
    .where(
      and(whereOpen(chosen.studentId), inArray(classTimeWishes.classNumber, chosen.classNumbers)),
    );
}

async function findSender(transaction: Transaction, id: number): Promise<number> {
  const { personId } = classTimeWishes;
  const [wish] = await transaction
    .select({ personId })
    .from(classTimeWishes)
    .where(eq(classTimeWishes.id, id));
  if (!wish) throw new DomainError('wish-taken-back');
  return wish.personId;
}

/** What the student sent and staff have not answered. */
export async function findOpenWish(database: Database, personId: number): Promise<Wish | null> {
  const [open] = await database.select().from(classTimeWishes).where(whereOpen(personId));
  return open ? toWire(open) : null;
}

/** The last one, answered or not. */
export async function findWish(database: Database, personId: number): Promise<WishForStaff | null> {
  const [row] = await database
    .select({ wish: classTimeWishes, firstName: people.firstName, lastName: people.lastName })
    .from(classTimeWishes)
    .leftJoin(people, eq(people.id, classTimeWishes.answeredBy))
    .where(eq(classTimeWishes.personId, personId))
    .orderBy(desc(classTimeWishes.sentAt), desc(classTimeWishes.id))
    .limit(1);
  if (!row) return null;
  const { wish, firstName, lastName } = row;
  const { id, version, answeredAt } = wish;
  const by = wish.answeredBy === personId ? null : `${firstName} ${lastName}`;
  return {
    ...toWire(wish),
    ...{ id, version },
    answered: answeredAt && { at: answeredAt.toISOString(), by },
  };
}

/** Those of active students that wait for staff. */
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

function toWire({ classNumber, days, hours, comment, sentAt }: Row): Wish {
  return { classNumber, days, hours, comment, sentAt: sentAt.toISOString() };
}

function isSame(wish: Row, words: Words): boolean {
  const of = ({ classNumber, days, hours, comment }: Words) =>
    JSON.stringify([classNumber, days.toSorted(), hours.toSorted(), comment]);
  return of(wish) === of(words);
}
