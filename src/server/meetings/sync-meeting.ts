import { and, eq, ne } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { type Meeting, type MeetingPlan, MeetingsProblem } from '../integrations/meetings/port.ts';
import { handle } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Services } from '../platform/services.ts';
import { enqueueRegistrantSync, removeStrayMeetingJob, syncMeetingJob } from './jobs.ts';
import { isAboutLostRegistrants } from './losses.ts';
import { type Class, hostOf, isAsPlanned, planMeeting } from './meeting-plan.ts';
import type { Pauses } from './pauses.ts';
import { lockedWaitingRoom, notingProblems } from './problems.ts';
import { findMissingSeats } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'meetings' | 'settings'> & {
  pauses: Pauses;
};

const none = { zoomMeetingId: null, zoomJoinUrl: null, zoomRegistrationUrl: null } as const;

export function syncMeetingHandlers({ database, clock, queue, meetings, settings, pauses }: Deps) {
  const host = hostOf(settings);

  return [
    handle(syncMeetingJob, ({ classId }) =>
      withLockedClass(classId, async (courseClass) => {
        if (courseClass.deletedAt || courseClass.cancellationId) return remove(courseClass);
        if (isPast(courseClass.startsAt, clock.now())) return;
        const sync = () => syncWithPlan(courseClass);
        await store(courseClass, await pauses.whileRegistrationsAreTaken(host, sync));
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
      // What stops all classes alike is told once, beside them.
      const note = async (meetingProblem: string, { kind }: MeetingsProblem) =>
        kind === 'operator' ? undefined : change(classId, { meetingProblem });
      if (courseClass) await notingProblems(note, () => work(courseClass));
    });
  }

  async function syncWithPlan(courseClass: Class): Promise<Meeting> {
    const plan = planMeeting(settings, courseClass);
    const found = await findMeeting(courseClass);
    const meeting = found ? await adjust(found, plan) : await make(courseClass, plan);
    if (!meeting.takesRegistrations) throw noRegistrations();
    if (isAsPlanned(meeting, plan, clock.now())) return meeting;
    const meetingProblem = 'Zoom keeps another time for this class.';
    await change(courseClass.id, { meetingProblem });
    throw new Error(`the meeting of class ${courseClass.id} is not as it was asked for`);
  }

  /** Changed only where it differs: changes are counted by the day. */
  async function adjust(meeting: Meeting, plan: MeetingPlan): Promise<Meeting> {
    const { takesRegistrations, hasWaitingRoom } = meeting;
    const isRight = isAsPlanned(meeting, plan, clock.now()) && takesRegistrations;
    if (isRight && !hasWaitingRoom) return meeting;
    await meetings.change(host, meeting.id, plan);
    const readBack = await meetings.find(meeting.id);
    if (!readBack) throw new Error(`the meeting ${meeting.id} cannot be read back`);
    return readBack;
  }

  async function findMeeting(courseClass: Class): Promise<Meeting | null> {
    const known = courseClass.zoomMeetingId && (await meetings.find(courseClass.zoomMeetingId));
    return known || findLostMeeting(courseClass);
  }

  /** Somebody has asked before and the answer was lost: the provider may have made the meeting. */
  async function findLostMeeting(courseClass: Class): Promise<Meeting | null> {
    if (!courseClass.meetingAskedAt) return null;
    const { marker } = planMeeting(settings, courseClass);
    const made = (await meetings.list(host)).find((meeting) => meeting.marker === marker);
    return made ? meetings.find(made.id) : null;
  }

  async function make(courseClass: Class, plan: MeetingPlan): Promise<Meeting> {
    await change(courseClass.id, { meetingAskedAt: clock.now() });
    try {
      return await meetings.create(host, plan);
    } catch (error) {
      // Zoom itself said no, so it has made nothing that would have to be looked for.
      const isNo = error instanceof MeetingsProblem && error.kind !== 'down';
      if (isNo) await change(courseClass.id, { meetingAskedAt: null });
      throw error;
    }
  }

  /** From now on the class has its meeting; whoever waits for a new one can get a place there. */
  async function store(courseClass: Class, meeting: Meeting) {
    const { id: classId, zoomMeetingId, zoomRegistrationUrl } = courseClass;
    const isSame = meeting.id === zoomMeetingId;
    const known = isSame ? zoomRegistrationUrl : null;
    await database.transaction(async (transaction) => {
      await transaction
        .update(classes)
        .set({
          zoomMeetingId: meeting.id,
          zoomJoinUrl: meeting.joinUrl,
          zoomRegistrationUrl: meeting.registrationUrl ?? known,
          meetingStartsAt: meeting.startsAt,
          meetingAskedAt: null,
          meetingProblem: problemAfterSync(courseClass, meeting),
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
      const gone = { ...none, meetingAskedAt: null, meetingProblem: null, meetingStartsAt: null };
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

function noRegistrations(): MeetingsProblem {
  return new MeetingsProblem(
    'operator',
    'Zoom takes no registrations for the meetings of this host: the user needs a licence, and the account must allow registration',
    undefined,
    'registrations of the host',
  );
}

/** Only a comparison of the registrants, or a new meeting, ends a note about them. */
function problemAfterSync({ zoomMeetingId, meetingProblem }: Class, meeting: Meeting) {
  const isSame = meeting.id === zoomMeetingId;
  if (isSame && isAboutLostRegistrants(meetingProblem)) return meetingProblem;
  return meeting.hasWaitingRoom ? lockedWaitingRoom : null;
}

/** One job at a time works on a class's meeting, on all nodes together. */
export function withMeetingLock<Result>(
  queue: Queue,
  classId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return queue.withLock('meetings', `the meeting of class ${classId}`, work);
}
