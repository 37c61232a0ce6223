import { and, eq } from 'drizzle-orm';
import type { AuditAction } from '../../../contract/audit-actions.ts';
import { findPlaceProblem, holdUntil, nextInLine } from '../../../course/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import {
  classCancellations,
  classes,
  type LineStatus,
  waitingList,
} from '../../database/schema.ts';
import { unheldPlaces } from '../../database/standing.ts';
import { defineRecurringJob, handle } from '../../jobs/define-job.ts';
import { type AuditedActor, audit } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { lockStudent } from '../write-registration.ts';
import { placeOffered, turnEnded } from './messages.ts';
import { advanceLineJob, advanceLines, inOrder, isOpen, type Turn } from './turns.ts';
import { isTold } from './words.ts';

/** Also catches expired offers, classes that changed, and places that opened while no job was queued for them. */
export const checkLinesJob = defineRecurringJob('check-waiting-lists', '* * * * *');

export const waitingListJobHandlers = (services: Services) => [
  handle(advanceLineJob, ({ classId }) => advanceLine(services, classId)),
  handle(checkLinesJob, () => checkLines(services)),
];

export function checkLines({ database, clock, queue }: Services): Promise<void> {
  return database.transaction(async (transaction) => {
    const { classId } = waitingList;
    const open = await transaction.selectDistinct({ classId }).from(waitingList).where(isOpen);
    for (const line of open) {
      const step = await findStep(transaction, line.classId, clock.now());
      // Leave a job that waits until a move can no longer be undone.
      if (step) await advanceLines(queue, transaction, [line.classId], { leavesWaiting: true });
    }
  });
}

/** Each step is a transaction of its own, so the job can stop and start over at any point. */
async function advanceLine(services: Services, classId: number): Promise<void> {
  while (await services.database.transaction((one) => takeStep(services, one, classId)));
}

/** Returns false if there is nothing left to do in this line. */
async function takeStep(
  services: Services,
  transaction: Transaction,
  classId: number,
): Promise<boolean> {
  const { clock, settings } = services;
  const now = clock.now();
  const planned = await findStep(transaction, classId, now);
  if (!planned) return false;
  const progress = await lockStudent(transaction, planned.person.personId);
  const courseClass = await lockClassOfLine(transaction, classId);
  const next = await findStep(transaction, classId, now);
  // If the line changed before we locked it, look again.
  if (!courseClass || next?.person.id !== planned.person.id) return true;
  const { person: turn, step } = next;
  const actor = { id: null, ip: null };
  if (step !== 'offered') {
    await endTurn(services, transaction, actor, turn, { status: step });
    return true;
  }
  const { firstClass } = settings.site;
  const { student } = progress;
  const isStudent = student?.role === 'student' && !student.deactivatedAt;
  const rules = { firstClass, now };
  if (!isStudent || findPlaceProblem(courseClass, progress, turn.classNumber, rules)) {
    await endTurn(services, transaction, actor, turn, { status: 'ruled-out' });
  } else {
    await offerPlace(services, transaction, actor, turn, { action: 'waiting list: offered' });
  }
  return true;
}

async function findStep(transaction: Transaction, classId: number, now: Date) {
  const [courseClass] = await transaction
    .select({ courseClass: classes, unheldPlaces, announcedAt: classCancellations.announcedAt })
    .from(classes)
    .leftJoin(classCancellations, eq(classCancellations.id, classes.cancellationId))
    .where(eq(classes.id, classId));
  const line = await transaction
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.classId, classId), isOpen))
    .orderBy(...inOrder);
  if (!courseClass) return null;
  const { startsAt, deletedAt, cancellationId } = courseClass.courseClass;
  return nextInLine(
    line,
    {
      startsAt,
      // Until we announce a cancellation, it can be undone.
      isStanding: !deletedAt && !courseClass.announcedAt,
      hasFreePlace: !cancellationId && (courseClass.unheldPlaces ?? 1) > 0,
    },
    now,
  );
}

/** Also keeps anyone else from taking or offering a place. Returns canceled classes, too. */
export async function lockClassOfLine(transaction: Transaction, classId: number) {
  const { id, startsAt, classType } = classes;
  const [locked] = await transaction
    .select({ id, startsAt, classType })
    .from(classes)
    .where(eq(id, classId))
    .for('no key update');
  return locked;
}

interface Offered {
  action: AuditAction;
  reason?: string;
  isOverbooked?: boolean;
}

/** Holds a place for this person. The caller has locked the person and the class. */
export async function offerPlace(
  { queue, clock, settings }: Services,
  transaction: Transaction,
  actor: AuditedActor,
  { id, personId, classId, classNumber, startsAt }: Turn,
  { action, reason, isOverbooked = false }: Offered,
): Promise<void> {
  const now = clock.now();
  const offerExpiresAt = holdUntil(startsAt, settings.waitingListMinutes, now);
  await transaction
    .update(waitingList)
    .set({ status: 'offered', offeredAt: now, offerExpiresAt, isOverbooked })
    .where(eq(waitingList.id, id));
  await audit(transaction, actor, now, action, {
    ...{ person: personId, class: classId },
    after: { classNumber, classId, offerExpiresAt: offerExpiresAt.toISOString(), reason },
  });
  await placeOffered.send(queue, transaction, [{ personId, turnId: id }]);
}

/** For the history. */
const reasons: Partial<Record<LineStatus, string>> = {
  expired: 'They didn’t answer in time',
  'ruled-out': 'It no longer fits their schedule',
  closed: 'No place opened in time',
  canceled: 'The class was canceled',
  moved: 'The class moved to another time',
};

interface Ended {
  status: Exclude<LineStatus, 'waiting' | 'offered' | 'taken'>;
  action?: AuditAction;
  reason?: string;
}

/** The caller has locked the person. */
export async function endTurn(
  { queue, clock }: Services,
  transaction: Transaction,
  actor: AuditedActor,
  { id, personId, classId, classNumber }: Turn,
  { status, action = 'waiting list: ended', reason = reasons[status] }: Ended,
): Promise<void> {
  await transaction.update(waitingList).set({ status }).where(eq(waitingList.id, id));
  await audit(transaction, actor, clock.now(), action, {
    ...{ person: personId, class: classId },
    after: { classNumber, classId, reason },
  });
  if (isTold(status)) await turnEnded.send(queue, transaction, [{ personId, turnId: id }]);
}
