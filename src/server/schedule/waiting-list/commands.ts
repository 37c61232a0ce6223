import { and, desc, eq, isNotNull, min } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { ScheduleEntry } from '../../../contract/schedule.ts';
import type { waitingListCalls } from '../../../contract/waiting-list.ts';
import { isFull } from '../../../course/places.ts';
import { kindOfMove } from '../../../course/staff-choice.ts';
import { findJoinProblem, findPlaceProblem } from '../../../course/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockPeople } from '../../database/lock-order.ts';
import { waitingList } from '../../database/schema.ts';
import { type Actor, type AuditedActor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import type { Services } from '../../platform/services.ts';
import { chooseClass, type MoveDeps, moveRegistration, refuseFormerStudent } from '../commands.ts';
import { rejectIf } from '../offers.ts';
import { readEntry } from '../queries.ts';
import { lockClass, lockStudent } from '../write-registration.ts';
import { countFree, lockClassWithLine, offerOf } from './advance-line.ts';
import { isHeld } from './messages.ts';
import { advanceLines, changeTurn, isOpen, type Turn } from './turns.ts';

/** Idempotent. */
export async function joinLine(
  { database, clock, queue, settings }: Services,
  student: Actor,
  { classId, classNumber }: BodyOf<typeof waitingListCalls.joinWaitingList>,
): Promise<void> {
  const { id: personId } = student;
  await database.transaction(async (transaction) => {
    const progress = await lockStudent(transaction, personId);
    refuseFormerStudent(progress);
    const slot = await lockClass(transaction, classId);
    if (!slot) throw new DomainError('gone');
    const isOwn = and(eq(waitingList.personId, personId), isOpen);
    const own = await transaction.select().from(waitingList).where(isOwn);
    if (own.some((turn) => turn.classId === classId)) return;
    const now = clock.now();
    const { firstClass } = settings.site;
    rejectIf(findPlaceProblem(slot, progress, classNumber, { firstClass, now }));
    const { startsAt, placesLeft } = slot;
    const asked = { startsAt, isFull: isFull(placesLeft), lists: own.length };
    const problem = findJoinProblem(asked, now);
    if (problem) throw new DomainError(problem);
    await limitPerson(transaction, now, 'class times', personId);
    const turn = { personId, classId, classNumber, startsAt, joinedAt: now };
    await transaction.insert(waitingList).values(turn);
    const facts = { person: personId, class: classId, after: { classNumber, classId } };
    await audit(transaction, student, now, 'waiting list: joined', facts);
    // A place may have opened since we read how many are left.
    await advanceLines(queue, transaction, [classId]);
  });
}

/** Also declines a place that we hold for the student. Idempotent. */
export async function leaveLine(
  { database, clock, queue }: Services,
  student: Actor,
  id: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockPeople(transaction, [student.id], 'no key update');
    const turn = await readTurn(transaction, id, student.id);
    const status = turn.status === 'offered' ? 'declined' : 'left';
    const change = { set: { status }, actor: student, now: clock.now() } as const;
    await changeTurn(queue, transaction, turn, change);
  });
}

/** Registers the student for the place that we hold for them, or moves their class there. Idempotent. */
export function takePlace(
  services: MoveDeps,
  { id: studentId, ip, via }: AuditedActor & { id: number; via?: 'text' },
  id: number,
): Promise<ScheduleEntry> {
  return services.database.transaction(async (transaction) => {
    const { registrations } = await lockStudent(transaction, studentId);
    const turn = await readTurn(transaction, id, studentId);
    const { classId, classNumber } = turn;
    const held = registrations.find((one) => one.classNumber === classNumber);
    if (turn.status === 'taken' && held?.classId === classId) {
      return readEntry(transaction, held.id);
    }
    const now = services.clock.now();
    if (!isHeld(turn, now)) throw new DomainError('offer-over');
    const inside = { ...services, database: transaction };
    const hasOffer = true;
    if (!held) return chooseClass(inside, studentId, { classId, classNumber, hasOffer });
    const move = { registrationId: held.id, newClassId: classId, kind: kindOfMove(held, now) };
    return moveRegistration(inside, studentId, { ...move, hasOffer, ip, ...(via && { via }) });
  });
}

async function readTurn(transaction: Transaction, id: number, personId: number): Promise<Turn> {
  const isIt = and(eq(waitingList.id, id), eq(waitingList.personId, personId));
  const [turn] = await transaction.select().from(waitingList).where(isIt);
  if (!turn) throw new DomainError('line-changed');
  return turn;
}

/** Text replies refer to the newest offer, even if it is over. */
export async function findNewestOffer(transaction: Transaction, personId: number) {
  const [newest] = await transaction
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.personId, personId), isNotNull(waitingList.offeredAt)))
    .orderBy(desc(waitingList.offeredAt), desc(waitingList.id))
    .limit(1);
  return newest;
}

/** Lets staff offer someone in line a place, move them to the front, or take them off the list. */
export async function changeLine(
  { database, clock, queue, settings }: Services,
  actor: Actor,
  id: number,
  { action, reason }: BodyOf<typeof waitingListCalls.changeWaitingList>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const isIt = and(eq(waitingList.id, id), isOpen);
    const [turn] = await transaction.select().from(waitingList).where(isIt);
    if (!turn || !(await lockClassWithLine(transaction, turn.classId))) {
      throw new DomainError('line-changed');
    }
    const now = clock.now();
    const change = (set: Partial<Turn>) =>
      changeTurn(queue, transaction, turn, { set, actor, reason, now });
    if (action === 'remove') return change({ status: 'removed' });
    const isLine = and(eq(waitingList.classId, turn.classId), isOpen);
    if (action === 'front') {
      const lowest = { position: min(waitingList.position) };
      const [first] = await transaction.select(lowest).from(waitingList).where(isLine);
      return change({ position: (first?.position ?? 0) - 1 });
    }
    if (turn.status === 'offered') return;
    const isOverbooked = (await countFree(transaction, turn.classId)) <= 0;
    if (isOverbooked && !reason) {
      throw new DomainError('not-for-student', { problem: 'full', needsReason: true });
    }
    await change({ ...offerOf(turn, settings.waitingListMinutes, now), isOverbooked });
  });
}
