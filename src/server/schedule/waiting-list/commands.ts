import { and, desc, eq, isNotNull, min } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { ScheduleEntry } from '../../../contract/schedule.ts';
import type { waitingListCalls } from '../../../contract/waiting-list.ts';
import { isFull } from '../../../course/places.ts';
import { findStaffProblems, kindOfMove, openStaffChoice } from '../../../course/staff-choice.ts';
import { findJoinProblem } from '../../../course/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { waitingList } from '../../database/schema.ts';
import { type Actor, type AuditedActor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import type { Services } from '../../platform/services.ts';
import { chooseClass, type MoveDeps, moveRegistration, refuseFormerStudent } from '../commands.ts';
import { readEntry } from '../queries.ts';
import { lockClass, lockStudent } from '../write-registration.ts';
import { changeTurn, isOpen, offerOf, removal } from './line.ts';

/** Idempotent. */
export async function joinLine(
  { database, clock, settings }: Services,
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
    const choice = openStaffChoice(progress, classNumber, { firstClass, now });
    const { startsAt, placesLeft } = slot;
    const asked = { startsAt, isFull: isFull(placesLeft), lists: own.length };
    const isMisfit = findStaffProblems({ ...slot, placesLeft: null }, choice).length > 0;
    const problem = isMisfit ? 'misfit' : findJoinProblem(asked, now);
    if (problem) throw new DomainError(problem);
    await limitPerson(transaction, now, 'class times', personId);
    const turn = { personId, classId, classNumber, startsAt, joinedAt: now };
    await transaction.insert(waitingList).values(turn);
    const facts = { person: personId, class: classId, after: { classNumber, classId } };
    await audit(transaction, student, now, 'waiting list: joined', facts);
  });
}

/** Takes the place that we hold for the student, or takes them off the list. Idempotent. */
export function answerLine(
  services: MoveDeps,
  actor: AuditedActor & { id: number },
  { id, action }: { id: number; action: 'take' | 'leave' },
): Promise<ScheduleEntry | null> {
  const { id: studentId, ip, via } = actor;
  return services.database.transaction(async (transaction) => {
    const { registrations } = await lockStudent(transaction, studentId);
    const isTheirs = and(eq(waitingList.id, id), eq(waitingList.personId, studentId));
    const [turn] = await transaction.select().from(waitingList).where(isTheirs);
    if (!turn) throw new DomainError('line-changed');
    const { classId, classNumber, status } = turn;
    if (action === 'leave') {
      const isIn = status === 'waiting' || status === 'offered';
      if (isIn) await changeTurn(services, transaction, turn, { status: 'left' }, { actor });
      return null;
    }
    const held = registrations.find((one) => one.classNumber === classNumber);
    const isTaken = status === 'taken' && held?.classId === classId;
    if (isTaken) return readEntry(transaction, held.id);
    if (status !== 'offered') throw new DomainError('offer-over');
    // A trigger takes the student out of line once they have the place.
    const facts = { person: studentId, class: classId, after: { classNumber, classId } };
    const now = services.clock.now();
    await audit(transaction, actor, now, 'waiting list: taken', facts);
    const inside = { ...services, database: transaction };
    if (!held) return chooseClass(inside, studentId, classId, classNumber);
    const move = { registrationId: held.id, newClassId: classId, kind: kindOfMove(held, now) };
    return moveRegistration(inside, studentId, { ...move, ip, ...(via === 'text' && { via }) });
  });
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
  services: Services,
  actor: Actor,
  id: number,
  { action, reason }: BodyOf<typeof waitingListCalls.changeWaitingList>,
): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const isIt = and(eq(waitingList.id, id), isOpen);
    const [turn] = await transaction.select().from(waitingList).where(isIt);
    const slot = turn && (await lockClass(transaction, turn.classId));
    if (!slot) throw new DomainError('line-changed');
    const change = (set: Parameters<typeof changeTurn>[3]) =>
      changeTurn(services, transaction, turn, set, { actor, reason });
    if (action === 'remove') return change(removal('by-staff'));
    if (action === 'front') {
      const lowest = { position: min(waitingList.position) };
      const isLine = and(eq(waitingList.classId, turn.classId), isOpen);
      const [first] = await transaction.select(lowest).from(waitingList).where(isLine);
      return change({ position: (first?.position ?? 0) - 1 });
    }
    if (turn.status === 'offered') return;
    await change({ ...offerOf(services, turn), isOverbooked: isFull(slot.unheldPlaces) });
  });
}
