import { and, eq, ne, sql } from 'drizzle-orm';
import { hasStarted, isPast } from '../../course/class-state.ts';
import { isSameHost } from '../../course/hosts.ts';
import { findRow, updateRows } from '../database/rows.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { type Meeting, type MeetingPlan, MeetingsProblem } from '../integrations/meetings/port.ts';
import { handle } from '../jobs/define-job.ts';
import type { Queue } from '../jobs/queue.ts';
import type { VendorServices } from '../platform/services.ts';
import type { HeldMeetings } from './holds.ts';
import { enqueueRegistrantSync, removeStrayMeetingJob, syncMeetingJob } from './jobs.ts';
import {
  type Class,
  hostOf,
  isAsPlanned,
  meetingHostOf,
  newPasscode,
  planMeeting,
} from './meeting-plan.ts';
import { readNewCapacity } from './places.ts';
import {
  describeOtherSettings,
  isAboutLostRegistrants,
  notingProblems,
  unlessHostIsGone,
} from './problems.ts';
import { canComeBack, findMissingSeats } from './queries.ts';
import { lockSeatsOf } from './seat-rows.ts';

interface Deps extends VendorServices {
  meetings: HeldMeetings;
}

const notAsked = { meetingAskedAt: null, meetingAskedHost: null };
const noMeeting = {
  ...{ zoomMeetingId: null, zoomJoinUrl: null, zoomRegistrationUrl: null, meetingHost: null },
  ...{ ...notAsked, meetingProblem: null, meetingStartsAt: null },
};
const noRegistrations =
  'Zoom doesn’t accept registrations for this host’s meetings: the user needs a license, and the account must allow registration';
const noSeat = { zoomRegistrantId: null, joinUrl: null, askedAt: null, problem: null };

export function syncMeetingHandlers(deps: Deps) {
  const { database, clock, queue, meetings, settings } = deps;
  return [
    handle(syncMeetingJob, ({ classId }) =>
      withLockedClass(classId, async (courseClass) => {
        // Keep the meeting while the cancellation can be undone, so that everyone's links work if the class is
        // restored.
        if (await canComeBack(database, courseClass, clock.now())) return;
        if (courseClass.deletedAt || courseClass.cancellationId) return remove(courseClass);
        if (isPast(courseClass.startsAt, clock.now())) return;
        const host = await chooseHost(courseClass);
        await removeLost(courseClass, host);
        await readNewCapacity(deps, host);
        const sync = () => syncWithPlan(courseClass, host);
        await store(courseClass, host, await meetings.whileRegistrationsAreTaken(host, sync));
      }),
    ),
    handle(removeStrayMeetingJob, ({ classId, meetingId, host }) =>
      withLockedClass(classId, async (courseClass) => {
        // A class that has no meeting yet may adopt this one, so we keep it.
        const isStray =
          courseClass.zoomMeetingId !== null && courseClass.zoomMeetingId !== meetingId;
        if (isStray) await unlessHostIsGone(() => meetings.remove(host, meetingId));
      }),
    ),
  ];

  async function withLockedClass(classId: number, work: (courseClass: Class) => Promise<void>) {
    await withMeetingLock(queue, classId, async () => {
      const courseClass = await findRow(database, classes, { id: classId });
      // Problems that only an operator can fix appear once on the Problems page, so we don't add them to each class.
      const note = async ({ kind, message }: MeetingsProblem) =>
        kind === 'operator' ? undefined : change(classId, { meetingProblem: message });
      if (courseClass) await notingProblems(() => work(courseClass), note);
    });
  }

  /** A meeting stays with its host once it is running or the class has started, even if the class has a new host. */
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
    // The passcode must not change, because people's links contain it.
    const passcode = found?.passcode || courseClass.zoomPasscode || newPasscode();
    const plan = { ...planMeeting(settings, courseClass), passcode };
    const meeting = found ? await adjust(host, found, plan) : await make(courseClass, host, plan);
    if (!meeting.takesRegistrations) {
      const stops = 'registrations for this host';
      throw new MeetingsProblem('operator', noRegistrations, undefined, stops);
    }
    if (isAsPlanned(meeting, plan, clock.now())) return meeting;
    await change(courseClass.id, { meetingProblem: 'Zoom shows a different time for this class.' });
    throw new Error(`the meeting for class ${courseClass.id} differs from the plan`);
  }

  /** Updates the meeting only if it differs, because Zoom limits updates per day. */
  async function adjust(host: string, meeting: Meeting, plan: MeetingPlan): Promise<Meeting> {
    const isRight = isAsPlanned(meeting, plan, clock.now()) && meeting.takesRegistrations;
    if (isRight && !describeOtherSettings(meeting)) return meeting;
    await meetings.change(host, meeting.id, plan);
    const readBack = await meetings.find(host, meeting.id);
    if (!readBack) throw new Error(`the meeting ${meeting.id} cannot be read back`);
    return readBack;
  }

  /**
   * If Zoom's response to `create` was lost and the class now needs another host or no meeting, removes the meeting
   * that may exist.
   */
  async function removeLost(courseClass: Class, host: string | null) {
    const { meetingAskedAt, meetingAskedHost, zoomMeetingId } = courseClass;
    const asked = meetingAskedHost ?? settings.meetings.hostUser;
    if (!meetingAskedAt || (host !== null && isSameHost(asked, host))) return;
    await unlessHostIsGone(async () => {
      const lost = await findMarked(courseClass, asked);
      if (lost && lost.id !== zoomMeetingId) await meetings.remove(asked, lost.id);
    });
  }

  /**
   * If the host has changed, looks for the meeting under the new host, which may be the same Zoom user identified by ID
   * instead of email.
   */
  async function findMeeting(courseClass: Class, host: string): Promise<Meeting | null> {
    const { zoomMeetingId, meetingAskedAt } = courseClass;
    if (zoomMeetingId && !isWith(courseClass, host)) return findMarked(courseClass, host);
    const known = zoomMeetingId && (await meetings.find(host, zoomMeetingId));
    return known || (meetingAskedAt ? findMarked(courseClass, host) : null);
  }

  /** Finds the class's meeting by its marker, for example if Zoom created the meeting but its response was lost. */
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
      const isRefused = error instanceof MeetingsProblem && error.kind !== 'down';
      if (isRefused) await change(courseClass.id, notAsked);
      throw error;
    }
  }

  /**
   * Saves the meeting. If it's new, queues jobs that register everyone for it and email new links to people who had
   * one. If it replaces another meeting, also queues the removal of the old one.
   */
  async function store(courseClass: Class, host: string, meeting: Meeting) {
    const { id: classId, zoomMeetingId, zoomRegistrationUrl, meetingProblem } = courseClass;
    const isSame = meeting.id === zoomMeetingId;
    const knownUrl = isSame ? zoomRegistrationUrl : null;
    // The problem about lost registrants stays until we have compared the registrants again.
    const keepsNote = isSame && isAboutLostRegistrants(meetingProblem);
    await database.transaction(async (transaction) => {
      await transaction
        .update(classes)
        .set({
          zoomMeetingId: meeting.id,
          zoomJoinUrl: meeting.joinUrl,
          zoomRegistrationUrl: meeting.registrationUrl ?? knownUrl,
          zoomPasscode: meeting.passcode,
          meetingHost: host,
          meetingStartsAt: meeting.startsAt,
          ...notAsked,
          meetingProblem: keepsNote ? meetingProblem : describeOtherSettings(meeting),
        })
        .where(eq(classes.id, classId));
      if (isSame) return;
      await lockSeatsOf(transaction, classId);
      const { classId: ofClass, meetingId } = meetingRegistrants;
      const whereOld = and(eq(ofClass, classId), ne(meetingId, meeting.id));
      await updateRows(transaction, meetingRegistrants, whereOld, lostSeat());
      const seats = await findMissingSeats(transaction, clock.now(), { classId });
      await enqueueRegistrantSync(queue, transaction, seats);
      if (!zoomMeetingId) return;
      const previousHost = meetingHostOf(settings, courseClass);
      const stray = { classId, meetingId: zoomMeetingId, host: previousHost };
      await queue.add(transaction, removeStrayMeetingJob, stray);
    });
  }

  async function remove(courseClass: Class) {
    await removeLost(courseClass, null);
    const { zoomMeetingId } = courseClass;
    const host = meetingHostOf(settings, courseClass);
    if (zoomMeetingId) await unlessHostIsGone(() => meetings.remove(host, zoomMeetingId));
    await database.transaction(async (transaction) => {
      await updateRows(transaction, classes, { id: courseClass.id }, noMeeting);
      await lockSeatsOf(transaction, courseClass.id);
      const whereIts = eq(meetingRegistrants.classId, courseClass.id);
      if (courseClass.deletedAt) await transaction.delete(meetingRegistrants).where(whereIts);
      else await updateRows(transaction, meetingRegistrants, whereIts, lostSeat());
    });
  }

  /** Records who had a link, so that they get an email about the new one. */
  function lostSeat() {
    const { joinUrl, replacesLink } = meetingRegistrants;
    return {
      ...noSeat,
      replacesLink: sql`${replacesLink} or ${joinUrl} is not null`,
      updatedAt: clock.now(),
    };
  }

  function change(classId: number, fields: Partial<typeof classes.$inferInsert>) {
    return updateRows(database, classes, { id: classId }, fields);
  }
}

export function withMeetingLock<Result>(
  queue: Queue,
  classId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  return queue.withLock('meetings', `the meeting of class ${classId}`, work);
}
