import { and, eq, min } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { ScheduleEntry } from '../../../contract/schedule.ts';
import type { waitingListCalls } from '../../../contract/waiting-list.ts';
import { isFull } from '../../../course/places.ts';
import { kindOfMove } from '../../../course/staff-choice.ts';
import { findJoinProblem, findPlaceProblem } from '../../../course/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockPeople } from '../../database/lock-order.ts';
import { waitingList } from '../../database/schema.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import type { Services } from '../../platform/services.ts';
import { chooseClass, type MoveDeps, moveRegistration, refuseFormerStudent } from '../commands.ts';
import { rejectIf } from '../offers.ts';
import { readEntry } from '../queries.ts';
import { lockClass, lockStudent } from '../write-registration.ts';
import { endTurn, lockClassOfLine, offerPlace } from './advance-line.ts';
import { advanceLines, isOpen, type Turn } from './turns.ts';

/** Idempotent. */
export async function joinLine(
  { database, clock, queue, settings }: Services,
  student: Actor,
  { classId, classNumber }: BodyOf<typeof waitingListCalls.joinWaitingList>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const progress = await lockStudent(transaction, student.id);
    refuseFormerStudent(progress);
    const slot = await lockClass(transaction, classId);
    if (!slot) throw new DomainError('gone');
    const isOwn = and(eq(waitingList.personId, student.id), isOpen);
    const own = await transaction.select().from(waitingList).where(isOwn);
    if (own.some((turn) => turn.classId === classId)) return;
    const now = clock.now();
    const { startsAt } = slot;
    const { firstClass } = settings.site;
    rejectIf(findPlaceProblem(slot, progress, classNumber, { firstClass, now }));
    const asked = { startsAt, isFull: isFull(slot.placesLeft), lists: own.length };
    const problem = findJoinProblem(asked, now);
    if (problem) throw new DomainError(problem);
    await limitPerson(transaction, now, 'class times', student.id);
    const personId = student.id;
    const values = { personId, classId, classNumber, startsAt, joinedAt: now };
    await transaction.insert(waitingList).values(values);
    await audit(transaction, student, now, 'waiting list: joined', {
      ...{ person: personId, class: classId },
      after: { classNumber, classId },
    });
    // A place may have opened since we read how many are left.
    await advanceLines(queue, transaction, [classId]);
  });
}

/** Also declines a place that we hold for the student. Idempotent. */
export async function leaveLine(services: Services, student: Actor, id: number): Promise<void> {
  await services.database.transaction(async (transaction) => {
    await lockPeople(transaction, [student.id], 'no key update');
    const turn = await readTurn(transaction, id, student.id);
    if (turn.status !== 'waiting' && turn.status !== 'offered') return;
    const status = turn.status === 'offered' ? 'declined' : 'left';
    const action = `waiting list: ${status}` as const;
    await endTurn(services, transaction, student, turn, { status, action });
    await advanceLines(services.queue, transaction, [turn.classId]);
  });
}

interface Taker {
  id: number;
  /** Null if the student took the place by text. */
  ip: string | null;
  via?: 'text';
}

/** Registers the student for the place that we hold for them, or moves their class there. Idempotent. */
export function takePlace(
  services: MoveDeps,
  { id: studentId, ...from }: Taker,
  id: number,
): Promise<ScheduleEntry> {
  return services.database.transaction(async (transaction) => {
    const { registrations } = await lockStudent(transaction, studentId);
    const { status, classId, classNumber, offerExpiresAt } = await readTurn(
      transaction,
      id,
      studentId,
    );
    const held = registrations.find((one) => one.classNumber === classNumber);
    if (status === 'taken' && held?.classId === classId) return readEntry(transaction, held.id);
    const now = services.clock.now();
    const isOffered = status === 'offered' && offerExpiresAt && now < offerExpiresAt;
    if (!isOffered) throw new DomainError('offer-over');
    const inside = { ...services, database: transaction };
    const hasOffer = true;
    if (!held) return chooseClass(inside, studentId, { classId, classNumber, hasOffer });
    const move = { registrationId: held.id, newClassId: classId, hasOffer, ...from };
    return moveRegistration(inside, studentId, { ...move, kind: kindOfMove(held, now) });
  });
}

async function readTurn(transaction: Transaction, id: number, personId: number): Promise<Turn> {
  const whose = and(eq(waitingList.id, id), eq(waitingList.personId, personId));
  const [turn] = await transaction.select().from(waitingList).where(whose);
  if (!turn) throw new DomainError('not-in-line');
  return turn;
}

/** Lets staff change the line. Idempotent, except that a removed person can't be offered a place. */
export async function changeLine(
  services: Services,
  actor: Actor,
  id: number,
  { action, reason }: BodyOf<typeof waitingListCalls.changeWaitingList>,
): Promise<void> {
  const { database, clock, queue } = services;
  await database.transaction(async (transaction) => {
    const whereIt = and(eq(waitingList.id, id), isOpen);
    const [found] = await transaction.select().from(waitingList).where(whereIt);
    if (!found) throw new DomainError('no-longer-in-line');
    const { personId, classId } = found;
    await lockPeople(transaction, [personId, actor.id], 'no key update');
    await lockClassOfLine(transaction, classId);
    const [turn] = await transaction.select().from(waitingList).where(whereIt);
    if (!turn) throw new DomainError('no-longer-in-line');
    if (action === 'remove') {
      const removed = { status: 'removed', action: 'waiting list: removed by staff' } as const;
      await endTurn(services, transaction, actor, turn, { ...removed, reason });
    } else if (action === 'front') {
      if (!reason) throw new DomainError('line-needs-reason', { isFull: false });
      const [first] = await transaction
        .select({ position: min(waitingList.position) })
        .from(waitingList)
        .where(and(eq(waitingList.classId, classId), isOpen));
      const position = (first?.position ?? 0) - 1;
      await transaction.update(waitingList).set({ position }).where(whereIt);
      await audit(transaction, actor, clock.now(), 'waiting list: moved to front', {
        ...{ person: personId, class: classId },
        after: { classNumber: turn.classNumber, classId, reason },
      });
    } else if (turn.status === 'waiting') {
      const slot = await lockClass(transaction, classId);
      if (!slot) throw new DomainError('class-canceled');
      const isOverbooked = isFull(slot.unheldPlaces);
      if (isOverbooked && !reason) throw new DomainError('line-needs-reason', { isFull: true });
      const offered = { action: 'waiting list: offered by staff', reason, isOverbooked } as const;
      await offerPlace(services, transaction, actor, turn, offered);
    }
    await advanceLines(queue, transaction, [classId]);
  });
}
