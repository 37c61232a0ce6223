import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, meetingRegistrants, people } from '../database/schema.ts';
import { type Seat, whereUpcoming } from '../meetings/index.ts';

const instructors = alias(people, 'instructors');

export async function listAlumniClasses(database: Database, now: Date) {
  const rows = await database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      instructorFirstName: instructors.firstName,
      zoomMeetingId: classes.zoomMeetingId,
    })
    .from(classes)
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(whereUpcoming(now))
    .orderBy(asc(classes.startsAt), asc(classes.id));
  return rows.map(({ startsAt, ...rest }) => ({ ...rest, startTime: startsAt.toISOString() }));
}

/** The links into a class: the person's own, if the meeting there is knows them, and everybody's. */
export async function findLinks(reader: Database | Transaction, { personId, classId }: Seat) {
  const [links] = await reader
    .select({
      meetingId: classes.zoomMeetingId,
      own: meetingRegistrants.joinUrl,
      shared: classes.zoomJoinUrl,
      problem: meetingRegistrants.problem,
      updatedAt: meetingRegistrants.updatedAt,
    })
    .from(classes)
    .leftJoin(
      meetingRegistrants,
      and(
        eq(meetingRegistrants.classId, classes.id),
        eq(meetingRegistrants.meetingId, classes.zoomMeetingId),
        eq(meetingRegistrants.personId, personId),
      ),
    )
    .where(eq(classes.id, classId));
  return links;
}
