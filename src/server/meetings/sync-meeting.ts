import { and, eq, ne, sql } from 'drizzle-orm';
import { hasStarted, isPast } from '../../course/class-time.ts';
import { isSameHost } from '../../course/hosts.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { type Meeting, type MeetingPlan, MeetingsProblem } from '../integrations/meetings/port.ts';
import { handle } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Services } from '../platform/services.ts';
import type { HeldMeetings } from './holds.ts';
import { enqueueRegistrantSync, removeStrayMeetingJob, syncMeetingJob } from './jobs.ts';
import { isAboutLostRegistrants } from './losses.ts';
import {
  type Class,
  hostOf,
  isAsPlanned,
  meetingHostOf,
  newPasscode,
  planMeeting,
} from './meeting-plan.ts';
import { describeOtherSettings, notingProblems, unlessHostIsGone } from './problems.ts';
import { canComeBack, findMissingSeats } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'> & {
  meetings: HeldMeetings;
};

const none = {
  zoomMeetingId: null,
  zoomJoinUrl: null,
  zoomRegistrationUrl: null,
  meetingHost: null,
} as const;
const notAsked = { meetingAskedAt: null, meetingAskedHost: null } as const;
const noPlace = { zoomRegistrantId: null, joinUrl: null, askedAt: null, problem: null } as const;

export function syncMeetingHandlers({ database, clock, queue, meetings, settings }: Deps) {
  return [
    handle(syncMeetingJob, ({ classId }) =>
      withLockedClass(classId, async (courseClass) => {
        // An undo gives a cancelled class back with its meeting and everybody's links.
        if (await canComeBack(database, courseClass, clock.now())) return;
        if (courseClass.deletedAt || courseClass.cancellationId) return remove(courseClass);
        if (isPast(courseClass.startsAt, clock.now())) return;
        const host = await chooseHost(courseClass);
        await removeLost(courseClass, host);
        const sync = () => syncWithPlan(courseClass, host);
        await store(courseClass, host, await meetings.whileRegistrationsAreTaken(host, sync));
      }),
    ),
    handle(removeStrayMeetingJob, ({ classId, meetingId, host }) =>
      withLockedClass(classId, async (courseClass) => {
        // A class without a meeting may be about to take this one for its own.
        const isStray =
          courseClass.zoomMeetingId !== null && courseClass.zoomMeetingId !== meetingId;
        if (isStray) await unlessHostIsGone(() => meetings.remove(host, meetingId));
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

  /** A meeting in which people are stays where it is, also when its class has another host by now. */
  async function chooseHost(courseClass: Class): Promise<string> {
    const wanted = hostOf(settings, courseClass);
    const { zoomMeetingId, startsAt } = courseClass;
    if (!zoomMeetingId || isWith(courseClass, wanted)) return wanted;
    const current = meetingHostOf(settings, courseClass);
    const meeting = await unlessHostIsGone(() => meetings.find(current, zoomMeetingId));
    const stays = meeting && (meeting.isRunning || hasStarted(startsAt, clock.now()));
    return stays ? current : wanted;
  }

  function isWith(courseClass: Class, host: string): boolean {
    return isSameHost(meetingHostOf(settings, courseClass), host);
  }

  async function syncWithPlan(courseClass: Class, host: string): Promise<Meeting> {
    const found = await findMeeting(courseClass, host);
    // A meeting keeps the passcode that it has, because people's links contain it.
    const passcode = found?.passcode || courseClass.zoomPasscode || newPasscode();
    const plan = { ...planMeeting(settings, courseClass), passcode };
    const meeting = found ? await adjust(host, found, plan) : await make(courseClass, host, plan);
    if (!meeting.takesRegistrations) throw noRegistrations();
    if (isAsPlanned(meeting, plan, clock.now())) return meeting;
    const meetingProblem = 'Zoom keeps another time for this class.';
    await change(courseClass.id, { meetingProblem });
    throw new Error(`the meeting of class ${courseClass.id} is not as it was asked for`);
  }

  /** Changed only where it differs: changes are counted by the day. */
  async function adjust(host: string, meeting: Meeting, plan: MeetingPlan): Promise<Meeting> {
    const isRight = isAsPlanned(meeting, plan, clock.now()) && meeting.takesRegistrations;
    if (isRight && !describeOtherSettings(meeting)) return meeting;
    await meetings.change(host, meeting.id, plan);
    const readBack = await meetings.find(host, meeting.id);
    if (!readBack) throw new Error(`the meeting ${meeting.id} cannot be read back`);
    return readBack;
  }

  /** Asked for, made without an answer, and no longer wanted there. */
  async function removeLost(courseClass: Class, host: string | null) {
    const { meetingAskedAt, meetingAskedHost, zoomMeetingId } = courseClass;
    const asked = meetingAskedHost ?? settings.meetings.hostUser;
    if (!meetingAskedAt || (host !== null && isSameHost(asked, host))) return;
    await unlessHostIsGone(async () => {
      const lost = await findMarked(courseClass, asked);
      if (lost && lost.id !== zoomMeetingId) await meetings.remove(asked, lost.id);
    });
  }

  /** Where the host is another one, the meeting is looked for there: a user can have two names, by id and by email. */
  async function findMeeting(courseClass: Class, host: string): Promise<Meeting | null> {
    const { zoomMeetingId, meetingAskedAt } = courseClass;
    if (zoomMeetingId && !isWith(courseClass, host)) return findMarked(courseClass, host);
    const known = zoomMeetingId && (await meetings.find(host, zoomMeetingId));
    return known || (meetingAskedAt ? findMarked(courseClass, host) : null);
  }

  /** Somebody has asked before and the answer was lost: the provider may have made the meeting. */
  async function findMarked(courseClass: Class, host: string): Promise<Meeting | null> {
    const { marker } = planMeeting(settings, courseClass);
    const made = (await meetings.list(host)).find((meeting) => meeting.marker === marker);
    return made ? meetings.find(host, made.id) : null;
  }

  async function make(courseClass: Class, host: string, plan: MeetingPlan): Promise<Meeting> {
    const asked = { meetingAskedAt: clock.now(), meetingAskedHost: host };
    await change(courseClass.id, { ...asked, zoomPasscode: plan.passcode });
    try {
      return await meetings.create(host, plan);
    } catch (error) {
      // Zoom itself said no, so it has made nothing that would have to be looked for.
      const isNo = error instanceof MeetingsProblem && error.kind !== 'down';
      if (isNo) await change(courseClass.id, notAsked);
      throw error;
    }
  }

  /**
   * From now on the class has its meeting. Whoever had a place in another one gets a place here, and is told of the new
   * link once it is there; the other meeting goes.
   */
  async function store(courseClass: Class, host: string, meeting: Meeting) {
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
          zoomPasscode: meeting.passcode,
          meetingHost: host,
          meetingStartsAt: meeting.startsAt,
          ...notAsked,
          meetingProblem: problemAfterSync(courseClass, meeting),
        })
        .where(eq(classes.id, classId));
      if (isSame) return;
      await transaction
        .update(meetingRegistrants)
        .set(lostPlace())
        .where(
          and(
            eq(meetingRegistrants.classId, classId),
            ne(meetingRegistrants.meetingId, meeting.id),
          ),
        );
      const seats = await findMissingSeats(transaction, clock.now(), { classId });
      await enqueueRegistrantSync(queue, transaction, ...seats);
      if (!zoomMeetingId) return;
      const stray = {
        classId,
        meetingId: zoomMeetingId,
        host: meetingHostOf(settings, courseClass),
      };
      await queue.add(transaction, removeStrayMeetingJob, stray);
    });
  }

  async function remove(courseClass: Class) {
    await removeLost(courseClass, null);
    const { zoomMeetingId } = courseClass;
    const host = meetingHostOf(settings, courseClass);
    if (zoomMeetingId) await unlessHostIsGone(() => meetings.remove(host, zoomMeetingId));
    await database.transaction(async (transaction) => {
      const gone = { ...none, ...notAsked, meetingProblem: null, meetingStartsAt: null };
      await transaction.update(classes).set(gone).where(eq(classes.id, courseClass.id));
      const whereIts = eq(meetingRegistrants.classId, courseClass.id);
      if (courseClass.deletedAt) await transaction.delete(meetingRegistrants).where(whereIts);
      else await transaction.update(meetingRegistrants).set(lostPlace()).where(whereIts);
    });
  }

  /** Of somebody who had a link it is noted that another one, if there will be one, is news to them. */
  function lostPlace() {
    const { joinUrl, replacesLink } = meetingRegistrants;
    return {
      ...noPlace,
      replacesLink: sql`${replacesLink} or ${joinUrl} is not null`,
      updatedAt: clock.now(),
    };
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
  return describeOtherSettings(meeting);
}

/** One job at a time works on a class's meeting, on all nodes together. */
export function withMeetingLock<Result>(
  queue: Queue,
  classId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return queue.withLock('meetings', `the meeting of class ${classId}`, work);
}
