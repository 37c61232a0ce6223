import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { Transaction } from '../database/connect.ts';
import { classes, makeups, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { type AuditedActor, audit } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { move } from './registration-state.ts';

/** Of these people for that class, as far as they are in force. */
export function findOpenMakeups(transaction: Transaction, classId: number, personIds: number[]) {
  const missed = alias(classes, 'missed');
  return transaction
    .select({
      id: registrations.id,
      personId: registrations.studentId,
      makeupClassId: registrations.classId,
      makeupStart: classes.startsAt,
      wasRescheduled: makeups.wasRescheduled,
      week: missed.pacificWeek,
    })
    .from(makeups)
    .innerJoin(registrations, eq(registrations.id, makeups.registrationId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(missed, eq(missed.id, makeups.missedClassId))
    .where(
      and(
        eq(makeups.missedClassId, classId),
        isNull(makeups.undoneAt),
        inArray(registrations.studentId, personIds),
        isNull(registrations.endedAt),
        ne(registrations.classId, classId),
      ),
    )
    .orderBy(registrations.id);
}

interface Return {
  registrationId: number;
  studentId: number;
  /** Where it is. */
  fromClassId: number;
  /** Where it was before. */
  former: { classId: number; week: string; wasRescheduled: boolean };
  action: AuditAction;
  /** Without one it is the portal. */
  actor?: AuditedActor;
  now: Date;
  /** Since when it was away: reminders of that time are caught up on. */
  since?: Date;
}

/** Puts a registration back on the class it was moved away from. Returns its new calendar sequence. */
export async function putBack(
  { queue }: Pick<Services, 'queue'>,
  transaction: Transaction,
  { registrationId, studentId, fromClassId, former, action, now, since, actor }: Return,
): Promise<number> {
  const { classId, week, wasRescheduled } = former;
  const { sequence, classNumber } = await move({ queue }, transaction, {
    ...{ registrationId, studentId, fromClassId, now, since },
    to: { id: classId, pacificWeek: week },
    isRescheduled: wasRescheduled,
  });
  await audit(transaction, actor ?? { id: null, ip: null }, now, action, {
    registration: registrationId,
    person: studentId,
    class: classId,
    before: { registrationId, classNumber, classId: fromClassId },
    after: { registrationId, classNumber, classId },
  });
  return sequence;
}

/** The same for a makeup, which is no longer one then. */
export async function undoMakeup(
  services: Pick<Services, 'queue'>,
  transaction: Transaction,
  made: Return,
): Promise<number> {
  const { registrationId, former, now } = made;
  const sequence = await putBack(services, transaction, made);
  await transaction
    .update(makeups)
    .set({ undoneAt: now })
    .where(
      and(eq(makeups.registrationId, registrationId), eq(makeups.missedClassId, former.classId)),
    );
  return sequence;
}

interface Week {
  id: number;
  personId: number;
  week: string;
}

/** Whether another class of theirs is in a week by now. */
export async function isWeekTaken(transaction: Transaction, { id, personId, week }: Week) {
  const inTheWay = await transaction.$count(
    registrations,
    and(
      eq(registrations.studentId, personId),
      eq(registrations.pacificWeek, week),
      ne(registrations.id, id),
      hasPlace,
    ),
  );
  return inTheWay > 0;
}
