import { and, eq, sql } from 'drizzle-orm';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { ScheduleEntry, waitingListCalls } from '../../../contract/schedule.ts';
import { isFull } from '../../../course/places.ts';
import { kindOfMove } from '../../../course/staff-choice.ts';
import { findJoinProblem } from '../../../course/waiting-list.ts';
import { findRow } from '../../database/rows.ts';
import { waitingList } from '../../database/schema.ts';
import { type Actor, type AuditedActor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import { limitPerson } from '../../platform/person-limits.ts';
import type { Services } from '../../platform/services.ts';
import { chooseClass, type MoveDeps, moveRegistration, refuseFormerStudent } from '../commands.ts';
import { readEntry } from '../queries.ts';
import { lockClass, lockStudent } from '../write-registration.ts';
import { offerOf, removal } from './offer-places.ts';
import { changeTurns, isOpen } from './turns.ts';

/** Idempotent: does nothing if the student is already on this waiting list for the same class number. */
export async function joinWaitingList(
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
    const known = own.find((turn) => turn.classId === classId);
    if (known?.classNumber === classNumber) return;
    if (known) throw new DomainError('in-line-for-other');
    const now = clock.now();
    const asked = { classNumber, lists: own.length, firstClass: settings.site.firstClass, now };
    const problem = findJoinProblem(slot, progress, asked);
    if (problem) throw new DomainError(problem);
    await limitPerson(transaction, now, 'class times', personId);
    const turn = { personId, classId, classNumber, startsAt: slot.startsAt, joinedAt: now };
    await transaction.insert(waitingList).values(turn);
    const facts = { person: personId, class: classId, after: { classNumber, classId } };
    await audit(transaction, student, now, 'waiting list: joined', facts);
  });
}

/** Registers the student for the place that we hold for them, or takes them off the waiting list. Idempotent. */
export function answerWaitingList(
  services: MoveDeps,
  actor: AuditedActor & { id: number },
  { id, action }: { id: number; action: 'take' | 'leave' },
): Promise<ScheduleEntry | null> {
  const { id: studentId, ip } = actor;
  const { queue, clock } = services;
  return services.database.transaction(async (transaction) => {
    const { registrations } = await lockStudent(transaction, studentId);
    const isIt = and(eq(waitingList.id, id), eq(waitingList.personId, studentId));
    const turn = await findRow(transaction, waitingList, isIt);
    if (!turn) throw new DomainError('line-changed');
    const now = clock.now();
    if (action === 'leave') {
      await changeTurns({ queue, now, actor }, transaction, isIt, { status: 'left' });
      return null;
    }
    const { classId, classNumber, status } = turn;
    const held = registrations.find((one) => one.classNumber === classNumber);
    const isTaken = status === 'taken' && held?.classId === classId;
    if (isTaken) return readEntry(transaction, held.id);
    if (status !== 'offered') throw new DomainError('offer-over');
    const inside = { ...services, database: transaction };
    if (!held) return chooseClass(inside, studentId, classId, classNumber);
    const move = { registrationId: held.id, newClassId: classId, kind: kindOfMove(held, now), ip };
    return moveRegistration(inside, studentId, move);
  });
}

export async function changeWaitingList(
  services: Services,
  actor: Actor,
  id: number,
  { action, reason }: BodyOf<typeof waitingListCalls.changeWaitingList>,
): Promise<void> {
  const { database, queue, clock } = services;
  const isIt = eq(waitingList.id, id);
  await database.transaction(async (transaction) => {
    const found = await findRow(transaction, waitingList, isIt);
    const slot = found && (await lockClass(transaction, found.classId));
    // Read the row again, because it may have changed while we waited for the lock.
    const turn = await findRow(transaction, waitingList, isIt);
    if (!slot || !turn) throw new DomainError('line-changed');
    if (action === 'offer' && turn.status === 'offered') return;
    const isOverbooked = isFull(slot.unheldPlaces);
    const ahead = sql`(select min(position) - 1 from waiting_list where class_id = ${turn.classId})`;
    const changes = {
      remove: removal('by-staff'),
      front: { position: ahead },
      offer: { ...offerOf(services, turn), isOverbooked },
    };
    const by = { queue, now: clock.now(), actor, reason };
    const changed = await changeTurns(by, transaction, isIt, changes[action]);
    if (changed === 0) throw new DomainError('line-changed');
  });
}
