import { and, eq, ne } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import type { Meeting } from '../integrations/meetings/port.ts';
import { handle } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Services } from '../platform/services.ts';
import { enqueueRegistrantSync, removeStrayMeetingJob, syncMeetingJob } from './jobs.ts';
import { isAboutLostRegistrants } from './losses.ts';
import { type Class, isAsPlanned, planMeeting } from './meeting-plan.ts';
import { notingProblems } from './problems.ts';
import { findMissingSeats } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'meetings' | 'settings'>;

const none = { zoomMeetingId: null, zoomJoinUrl: null, zoomRegistrationUrl: null } as const;
const settled = { meetingAskedAt: null, meetingProblem: null } as const;

export function syncMeetingHandlers({ database, clock, queue, meetings, settings }: Deps) {
  return [
    handle(syncMeetingJob, ({ classId }) =>
      withLockedClass(classId, async (courseClass) => {
        if (courseClass.deletedAt) return remove(courseClass);
        if (isPast(courseClass.startsAt, clock.now())) return;
        await store(courseClass, await syncWithPlan(courseClass));
      }),
    ),
    handle(removeStrayMeetingJob, ({ classId, meetingId }) =>
      withLockedClass(classId, async (courseClass) => {
        // A class without a meeting may be about to take this one for its own.
        const isStray =
          courseClass.zoomMeetingId !== null && courseClass.zoomMeetingId !== meetingId;
        if (isStray) await meetings.remove(meetingId);
      }),
    ),
  ];

  /** Two jobs at one class's meeting at the same time would make two of it. */
  async function withLockedClass(classId: number, work: (courseClass: Class) => Promise<void>) {
    await withMeetingLock(queue, classId, async () => {
      const [courseClass] = await database.select().from(classes).where(eq(classes.id, classId));
      const note = (meetingProblem: string) => change(classId, { meetingProblem });
      if (courseClass) await notingProblems(note, () => work(courseClass));
    });
  }

  async function syncWithPlan(courseClass: Class): Promise<Meeting> {
    const plan = planMeeting(settings, courseClass);
    const found = (await findMeeting(courseClass)) ?? (await make(courseClass));
    const isReady = (meeting: Meeting) =>
      isAsPlanned(meeting, plan) && meeting.registrationUrl !== null;
    if (isReady(found)) return found;
    await meetings.change(found.id, plan);
    const readBack = await meetings.find(found.id);
    if (readBack && isReady(readBack)) return readBack;
    const meetingProblem = 'Zoom keeps another time for this class, or takes no registrations.';
    await change(courseClass.id, { meetingProblem });
    throw new Error(`the meeting of class ${courseClass.id} is not as it was asked for`);
  }

  async function findMeeting(courseClass: Class): Promise<Meeting | null> {
    const known = courseClass.zoomMeetingId && (await meetings.find(courseClass.zoomMeetingId));
    return known || findLostMeeting(courseClass);
  }

  /** Somebody has asked before and the answer was lost: the provider may have made the meeting. */
  async function findLostMeeting(courseClass: Class): Promise<Meeting | null> {
    if (!courseClass.meetingAskedAt) return null;
    const { marker } = planMeeting(settings, courseClass);
    const made = (await meetings.list()).find((meeting) => meeting.marker === marker);
    return made ? meetings.find(made.id) : null;
  }

  async function make(courseClass: Class): Promise<Meeting> {
    await change(courseClass.id, { meetingAskedAt: clock.now() });
    const { id } = await meetings.create(planMeeting(settings, courseClass));
    const readBack = await meetings.find(id);
    if (!readBack)
      throw new Error(`the meeting made for class ${courseClass.id} cannot be read back`);
    return readBack;
  }

  /** From now on the class has its meeting; whoever waits for a new one can get a place there. */
  async function store({ id: classId, zoomMeetingId, meetingProblem }: Class, meeting: Meeting) {
    const isSame = meeting.id === zoomMeetingId;
    // Only a comparison of the registrants, or a new meeting, ends a note about them.
    const isAboutOthers = isSame && isAboutLostRegistrants(meetingProblem);
    await database.transaction(async (transaction) => {
      await transaction
        .update(classes)
        .set({
          zoomMeetingId: meeting.id,
          zoomJoinUrl: meeting.joinUrl,
          zoomRegistrationUrl: meeting.registrationUrl,
          meetingStartsAt: meeting.startsAt,
          ...settled,
          ...(isAboutOthers && { meetingProblem }),
        })
        .where(eq(classes.id, classId));
      const whereElsewhere = and(
        eq(meetingRegistrants.classId, classId),
        ne(meetingRegistrants.meetingId, meeting.id),
      );
      await transaction.delete(meetingRegistrants).where(whereElsewhere);
      if (isSame) return;
      const seats = await findMissingSeats(transaction, clock.now(), { classId });
      await enqueueRegistrantSync(queue, transaction, ...seats);
    });
  }

  async function remove(courseClass: Class) {
    const id = courseClass.zoomMeetingId ?? (await findLostMeeting(courseClass))?.id;
    if (id) await meetings.remove(id);
    await database.transaction(async (transaction) => {
      const gone = { ...none, ...settled, meetingStartsAt: null };
      await transaction.update(classes).set(gone).where(eq(classes.id, courseClass.id));
      await transaction
        .delete(meetingRegistrants)
        .where(eq(meetingRegistrants.classId, courseClass.id));
    });
  }

  function change(classId: number, fields: Partial<typeof classes.$inferInsert>) {
    return database.update(classes).set(fields).where(eq(classes.id, classId));
  }
}

/** One job at a time works on a class's meeting, on all nodes together. */
export function withMeetingLock<Result>(
  queue: Queue,
  classId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return queue.withLock('meetings', `the meeting of class ${classId}`, work);
}
