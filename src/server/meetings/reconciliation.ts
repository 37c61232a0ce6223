import { and, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { classes, meetingRegistrants, webhookEvents } from '../database/schema.ts';
import type { ListedMeeting, Meetings } from '../integrations/meetings/port.ts';
import { defineJob, handle, type Job, type Queue } from '../jobs/queue.ts';
import { recurring } from '../jobs/timetable.ts';
import type { Settings } from '../settings.ts';
import { settleAttendance } from './attendance-jobs.ts';
import { meetingInStep, registrantInStep } from './commands.ts';
import { strayMeeting } from './meeting-jobs.ts';
import { classOfMark, isAsPlanned, planMeeting } from './meeting-plan.ts';
import { notingProblems } from './problems.ts';
import { findLeftoverSeats, findMissingSeats, isUpcomingClass } from './queries.ts';

/** One class's registrants, held against the provider's. */
const checkRegistrants = defineJob<{ classId: number }>('check-registrants');

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  meetings: Meetings;
  settings: Settings;
}

const day = 24 * 60 * 60 * 1000;
const daysBack = 7;
const daysOfEvents = 30;

/** Finds what differs and queues its repair: the same jobs that a click would have queued. */
export function reconciliationJobs({ database, clock, queue, meetings, settings }: Parts) {
  return [
    handle(recurring.reconcileMeetings.job, () =>
      queue.inTurn('the reconciliation', async () => {
        const now = clock.now();
        const listed = await notingProblems(async () => {}, meetings.list);
        await repairMeetings(listed, now);
        await repairRegistrants(now);
        await settleForgotten(now);
        const longAgo = new Date(now.getTime() - daysOfEvents * day);
        // Twilio signs no time, so its oldest message could be played again: those stay.
        await database
          .delete(webhookEvents)
          .where(and(lt(webhookEvents.receivedAt, longAgo), ne(webhookEvents.source, 'twilio')));
      }),
    ),
    handle(checkRegistrants, ({ classId }) => compareRegistrants(classId)),
  ];

  async function repairMeetings(listed: ListedMeeting[], now: Date) {
    const byId = new Map(listed.map((meeting) => [meeting.id, meeting]));
    const upcoming = await database
      .select()
      .from(classes)
      .where(isUpcomingClass(now))
      .orderBy(classes.startsAt);
    const differing = upcoming.filter((aClass) => {
      const meeting = byId.get(aClass.zoomMeetingId ?? '');
      return !meeting || !isAsPlanned(meeting, planMeeting(settings, aClass));
    });
    const deleted = await database
      .select({ id: classes.id })
      .from(classes)
      .where(
        and(
          isNotNull(classes.deletedAt),
          or(isNotNull(classes.zoomMeetingId), isNotNull(classes.meetingAskedAt)),
        ),
      );
    await addAll(
      meetingInStep,
      [...differing, ...deleted].map(({ id }) => ({ classId: id })),
    );
    const meetingOf = new Map(upcoming.map((aClass) => [aClass.id, aClass.zoomMeetingId]));
    const strays = listed.flatMap(({ id: meetingId, mark }) => {
      const classId = classOfMark(settings, mark);
      const known = classId === null ? null : meetingOf.get(classId);
      return classId !== null && known && known !== meetingId ? [{ classId, meetingId }] : [];
    });
    await addAll(strayMeeting, strays);
  }

  async function repairRegistrants(now: Date) {
    const missing = await findMissingSeats(database, now);
    const leftovers = await findLeftoverSeats(database, now);
    await addAll(registrantInStep, [...missing, ...leftovers]);
    const inUse = await database
      .selectDistinct({ classId: meetingRegistrants.classId })
      .from(meetingRegistrants)
      .innerJoin(classes, eq(classes.id, meetingRegistrants.classId))
      .where(and(isUpcomingClass(now), isNotNull(meetingRegistrants.joinUrl)));
    await addAll(checkRegistrants, inUse);
  }

  /** A place that the provider no longer knows is forgotten here as well, and asked for again. */
  async function compareRegistrants(classId: number) {
    const rows = await database
      .select()
      .from(meetingRegistrants)
      .where(and(eq(meetingRegistrants.classId, classId), isNotNull(meetingRegistrants.joinUrl)));
    const [{ meetingId } = { meetingId: null }] = rows;
    if (!meetingId) return;
    const known = await notingProblems(
      async () => {},
      () => meetings.listRegistrants(meetingId),
    );
    const ids = new Set(known.map(({ id }) => id));
    for (const { personId, zoomRegistrantId } of rows) {
      if (!zoomRegistrantId || ids.has(zoomRegistrantId)) continue;
      await database.transaction(async (transaction) => {
        await transaction
          .update(meetingRegistrants)
          .set({ zoomRegistrantId: null, joinUrl: null })
          .where(eq(meetingRegistrants.zoomRegistrantId, zoomRegistrantId));
        await queue.add(transaction, registrantInStep, { personId, classId });
      });
    }
  }

  /** Classes of the last days whose end nobody told us of. */
  async function settleForgotten(now: Date) {
    const forgotten = await database
      .select({ classId: classes.id })
      .from(classes)
      .where(
        and(
          isNull(classes.deletedAt),
          isNull(classes.attendanceSettledAt),
          isNotNull(classes.zoomMeetingId),
          gt(classes.startsAt, new Date(now.getTime() - daysBack * day)),
          lt(classes.startsAt, new Date(now.getTime() - CLASS_DURATION_MS)),
        ),
      );
    await addAll(
      settleAttendance,
      forgotten.map(({ classId }) => ({ classId, instanceId: null })),
    );
  }

  async function addAll<Data extends object>(job: Job<Data>, all: Data[]) {
    await database.transaction(async (transaction) => {
      for (const data of all) await queue.add(transaction, job, data);
    });
  }
}
