import { eq, or, sql } from 'drizzle-orm';
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { canEdit } from '../../course/roles.ts';
import { findRow } from '../database/rows.ts';
import {
  alumniJoins,
  attendance,
  attendanceCorrections,
  auditLog,
  calendarFeeds,
  classCancellations,
  classes,
  classTimeWishes,
  consentEvents,
  loginTokens,
  makeupProposals,
  meetingRegistrants,
  passkeys,
  people,
  personNotes,
  proposedSlots,
  registrations,
  reminders,
  retreatRegistrations,
  roomEvents,
  sentMessages,
  sessions,
  waitingList,
} from '../database/schema.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { describeDevice } from './device.ts';

/**
 * Returns the data we store about a person, except secrets that could be used to sign in or join a meeting, and names
 * of other people who aren't instructors. The contract's schema drops any column it doesn't list.
 */
export async function readOwnData({ database, clock }: Services, id: number) {
  const now = clock.now();
  await limitPerson(database, now, 'data downloads', id);
  const person = await findRow(database, people, { id });
  if (!person) throw new Error(`person ${id} was not found`);
  const { startsAt } = classes;
  const missed = alias(classes, 'missed');
  const isOwn = sql<boolean>`${auditLog.actorId} is not distinct from ${id}`;
  const feeds = await rowsOf(calendarFeeds, calendarFeeds.createdAt);
  const devices = await rowsOf(sessions, sessions.startedAt);
  const places = await classRowsOf(meetingRegistrants);
  // Run the queries one at a time, so that a download uses only one database connection.
  return {
    writtenAt: now,
    profile: {
      ...person,
      phone: person.textPhone,
      isPhoneConfirmed: person.phone !== null,
      canEdit: canEdit(person),
    },
    registrations: await database
      .select({
        classNumber: registrations.classNumber,
        classType: classes.classType,
        startsAt,
        instructor: people.firstName,
        isRescheduled: registrations.isRescheduled,
        createdAt: registrations.createdAt,
        canceledAt: registrations.endedAt,
        cancelReason: registrations.endReason,
        classCanceledAt: classCancellations.canceledAt,
      })
      .from(registrations)
      .innerJoin(classes, eq(classes.id, registrations.classId))
      .leftJoin(classCancellations, eq(classCancellations.id, registrations.suspendedBy))
      .leftJoin(people, eq(people.id, classes.instructorId))
      .where(eq(registrations.studentId, id))
      .orderBy(registrations.id),
    placesCanceled: await database
      .select({
        classNumber: registrations.classNumber,
        canceledAt: classCancellations.canceledAt,
        reason: classCancellations.reason,
      })
      .from(classCancellations)
      .innerJoin(registrations, eq(registrations.id, classCancellations.registrationId))
      .where(eq(registrations.studentId, id))
      .orderBy(classCancellations.id),
    attendance: await classRowsOf(attendance),
    attendanceCorrections: await classRowsOf(attendanceCorrections),
    roomEvents: await classRowsOf(roomEvents, roomEvents.at),
    joins: await classRowsOf(alumniJoins),
    meetingPlaces: places.filter(({ isCanceled }) => !isCanceled),
    retreats: await rowsOf(retreatRegistrations, retreatRegistrations.id),
    consentEvents: await rowsOf(consentEvents, consentEvents.id),
    reminders: await rowsOf(reminders, reminders.dueAt),
    makeupProposals: await database
      .select({
        proposedAt: makeupProposals.proposedAt,
        validUntil: makeupProposals.validUntil,
        missedClass: missed.startsAt,
        number: proposedSlots.number,
        startsAt,
        pickedAt: proposedSlots.pickedAt,
      })
      .from(makeupProposals)
      .innerJoin(missed, eq(missed.id, makeupProposals.missedClassId))
      .innerJoin(proposedSlots, eq(proposedSlots.proposalId, makeupProposals.id))
      .innerJoin(classes, eq(classes.id, proposedSlots.classId))
      .where(eq(makeupProposals.personId, id))
      .orderBy(proposedSlots.proposalId, proposedSlots.number),
    messages: await rowsOf(sentMessages, sentMessages.id),
    sessions: devices.map((row) => ({ ...row, device: describeDevice(row.userAgent) })),
    passkeys: await rowsOf(passkeys, passkeys.id),
    loginLinks: await rowsOf(loginTokens, loginTokens.createdAt),
    calendarAddressCreatedAt: feeds[0]?.createdAt ?? null,
    waitingLists: await rowsOf(waitingList, waitingList.id),
    classTimeWishes: await rowsOf(classTimeWishes, classTimeWishes.id),
    staffNotes: await rowsOf(personNotes, personNotes.id),
    auditEntries: await database
      .select({
        at: auditLog.at,
        action: auditLog.action,
        isOwn,
        ip: sql<string | null>`case when ${isOwn} then ${auditLog.ip} end`,
      })
      .from(auditLog)
      .where(or(eq(auditLog.personId, id), eq(auditLog.actorId, id)))
      .orderBy(auditLog.id),
  };

  async function rowsOf<Table extends OwnTable>(table: Table, order: PgColumn) {
    const rows = await database
      .select()
      .from(table as OwnTable)
      .where(eq(table.personId, id))
      .orderBy(order);
    return rows as Table['$inferSelect'][];
  }

  async function classRowsOf<Table extends OwnTable & { classId: PgColumn }>(
    table: Table,
    order: PgColumn = startsAt,
  ) {
    const rows = await database
      .select({ row: table as OwnTable, startsAt, cancellationId: classes.cancellationId })
      .from(table as OwnTable)
      .innerJoin(classes, eq(classes.id, table.classId))
      .where(eq(table.personId, id))
      .orderBy(order);
    return rows.map(({ row, startsAt, cancellationId }) => ({
      ...(row as Table['$inferSelect']),
      startsAt,
      isCanceled: cancellationId !== null,
    }));
  }
}

type OwnTable = PgTable & { personId: PgColumn };
