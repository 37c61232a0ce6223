import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { OwnData } from '../../contract/own-data.ts';
import { canEdit } from '../../course/roles.ts';
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
  type Person,
  people,
  personNotes,
  proposedSlots,
  registrations,
  reminders,
  retreatRegistrations,
  roomEvents,
  sentMessages,
  sessions,
} from '../database/schema.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { describeDevice } from './device.ts';

type Deps = Pick<Services, 'database' | 'clock'>;

/**
 * Everything that the portal holds about somebody, without what would sign in or open a meeting, and without the names
 * of others but instructors.
 */
export async function readOwnData({ database, clock }: Deps, person: Person): Promise<OwnData> {
  const now = clock.now();
  await limitPerson(database, now, 'data downloads', person.id);
  const { startsAt } = classes;
  const isTheirs = (column: PgColumn) => eq(column, person.id);
  // One after the other: a download is no reason to take several of the node's connections.
  const chosen = await database
    .select({
      classNumber: registrations.classNumber,
      classType: classes.classType,
      startsAt,
      instructor: people.firstName,
      isRescheduled: registrations.isRescheduled,
      createdAt: registrations.createdAt,
      cancelledAt: registrations.endedAt,
      cancelReason: registrations.endReason,
      classCancelledAt: classCancellations.cancelledAt,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(classCancellations, eq(classCancellations.id, registrations.suspendedBy))
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(isTheirs(registrations.studentId))
    .orderBy(asc(registrations.id));
  const givenUp = await database
    .select({
      classNumber: registrations.classNumber,
      cancelledAt: classCancellations.cancelledAt,
      reason: classCancellations.reason,
    })
    .from(classCancellations)
    .innerJoin(registrations, eq(registrations.id, classCancellations.registrationId))
    .where(isTheirs(registrations.studentId))
    .orderBy(classCancellations.id);
  const attended = await database
    .select({
      startsAt,
      status: attendance.status,
      source: attendance.source,
      joinedAt: attendance.joinedAt,
      leftAt: attendance.leftAt,
      recordedAt: attendance.recordedAt,
    })
    .from(attendance)
    .innerJoin(classes, eq(classes.id, attendance.classId))
    .where(isTheirs(attendance.personId))
    .orderBy(startsAt);
  const corrected = await database
    .select({
      startsAt,
      status: attendanceCorrections.status,
      reason: attendanceCorrections.reason,
      guestName: attendanceCorrections.guestName,
      correctedAt: attendanceCorrections.correctedAt,
    })
    .from(attendanceCorrections)
    .innerJoin(classes, eq(classes.id, attendanceCorrections.classId))
    .where(isTheirs(attendanceCorrections.personId))
    .orderBy(startsAt);
  const movements = await database
    .select({ startsAt, kind: roomEvents.kind, at: roomEvents.at })
    .from(roomEvents)
    .innerJoin(classes, eq(classes.id, roomEvents.classId))
    .where(isTheirs(roomEvents.personId))
    .orderBy(roomEvents.at);
  const joins = await database
    .select({ startsAt, createdAt: alumniJoins.createdAt })
    .from(alumniJoins)
    .innerJoin(classes, eq(classes.id, alumniJoins.classId))
    .where(isTheirs(alumniJoins.personId))
    .orderBy(startsAt);
  const meetingPlaces = await database
    .select({ startsAt, email: meetingRegistrants.email })
    .from(meetingRegistrants)
    .innerJoin(classes, eq(classes.id, meetingRegistrants.classId))
    .where(and(isTheirs(meetingRegistrants.personId), isNull(classes.cancellationId)))
    .orderBy(startsAt);
  const retreats = await database
    .select()
    .from(retreatRegistrations)
    .where(isTheirs(retreatRegistrations.personId))
    .orderBy(retreatRegistrations.id);
  const consents = await database
    .select()
    .from(consentEvents)
    .where(isTheirs(consentEvents.personId))
    .orderBy(consentEvents.id);
  const planned = await database
    .select()
    .from(reminders)
    .where(isTheirs(reminders.personId))
    .orderBy(reminders.dueAt);
  const missed = alias(classes, 'missed');
  const proposed = await database
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
    .where(isTheirs(makeupProposals.personId))
    .orderBy(proposedSlots.proposalId, proposedSlots.number);
  const messages = await database
    .select()
    .from(sentMessages)
    .where(isTheirs(sentMessages.personId))
    .orderBy(sentMessages.id);
  const signedIn = await database
    .select({
      userAgent: sessions.userAgent,
      startedAt: sessions.startedAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(isTheirs(sessions.personId))
    .orderBy(sessions.startedAt);
  const links = await database
    .select({
      kind: loginTokens.kind,
      createdAt: loginTokens.createdAt,
      expiresAt: loginTokens.expiresAt,
      endedAt: loginTokens.endedAt,
    })
    .from(loginTokens)
    .where(isTheirs(loginTokens.personId))
    .orderBy(loginTokens.createdAt);
  const [feed] = await database
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(isTheirs(calendarFeeds.personId));
  const wishes = await database
    .select()
    .from(classTimeWishes)
    .where(isTheirs(classTimeWishes.personId))
    .orderBy(classTimeWishes.id);
  const notes = await database
    .select({
      body: personNotes.body,
      writtenAt: personNotes.writtenAt,
      editedAt: personNotes.editedAt,
    })
    .from(personNotes)
    .where(isTheirs(personNotes.personId))
    .orderBy(personNotes.id);
  const isOwn = sql<boolean>`${auditLog.actorId} is not distinct from ${person.id}`;
  const entries = await database
    .select({
      at: auditLog.at,
      action: auditLog.action,
      isOwn,
      ip: sql<string | null>`case when ${isOwn} then ${auditLog.ip} end`,
    })
    .from(auditLog)
    .where(or(eq(auditLog.personId, person.id), eq(auditLog.actorId, person.id)))
    .orderBy(auditLog.id);

  return toWire({
    writtenAt: now,
    profile: {
      ...person,
      phone: person.textPhone,
      isPhoneConfirmed: person.phone !== null,
      canEdit: canEdit(person),
    },
    registrations: chosen,
    placesGivenUp: givenUp,
    attendance: attended,
    attendanceCorrections: corrected,
    roomEvents: movements,
    joins,
    meetingPlaces,
    retreats,
    consentEvents: consents,
    reminders: planned,
    makeupProposals: proposed,
    messages,
    sessions: signedIn.map((row) => ({ ...row, device: describeDevice(row.userAgent) })),
    loginLinks: links,
    calendarAddressCreatedAt: feed?.createdAt ?? null,
    classTimeWishes: wishes,
    staffNotes: notes,
    auditEntries: entries,
  });
}

type Wire<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Wire<Value[Key]> }
    : Value;

/** Times as the contract has them. Columns that it does not name stay out of the response. */
function toWire<Value extends object>(value: Value): Wire<Value> {
  return JSON.parse(JSON.stringify(value));
}
