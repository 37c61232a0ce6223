import { and, eq, isNotNull, or } from 'drizzle-orm';
import { isSameHost } from '../../course/hosts.ts';
import { updateRows } from '../database/rows.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { type ListedMeeting, MeetingsProblem } from '../integrations/meetings/port.ts';
import { handle, type Job } from '../jobs/define-job.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import type { AddOptions } from '../jobs/queue.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { VendorServices } from '../platform/services.ts';
import { listHosts } from './hosts.ts';
import {
  checkRegistrantsJob,
  enqueueMeetingSync,
  enqueueRegistrantSync,
  reconcileMeetingsJob,
  removeStrayMeetingJob,
  syncMeetingJob,
  syncRegistrantJob,
} from './jobs.ts';
import {
  type Class,
  classIdOfMarker,
  hostOf,
  isAsPlanned,
  meetingHostOf,
  planMeeting,
} from './meeting-plan.ts';
import { readCapacities } from './places.ts';
import {
  describeLostMeetings,
  describeLostRegistrants,
  isAboutLostRegistrants,
  isAboutSettings,
  isTooMuchLost,
  notingProblems,
} from './problems.ts';
import { findLeftoverSeats, findMissingSeats, whereUpcoming } from './queries.ts';
import { lockSeatsOf } from './seat-rows.ts';
import { withMeetingLock } from './sync-meeting.ts';

interface Compared {
  listed: (ListedMeeting & { host: string })[];
  unread: string[];
}

/** Zoom limits these calls per second, and none of them are urgent. */
const checksPerMinute = 120;

export function reconcileHandlers(services: VendorServices) {
  const { database, clock, queue, meetings, settings } = services;
  return [
    handle(reconcileMeetingsJob, () =>
      queue.withLock('meetings', 'the reconciliation', async () => {
        const now = clock.now();
        await readCapacities(services, await listHosts(database, settings, now));
        const compared = await notingProblems(() => listOfAllHosts(now));
        const lost = await repairMeetings(compared, now);
        await repairRegistrants(now, lost?.ids ?? []);
        if (lost) throw new GiveUp(lost.problem);
      }),
    ),
    handle(checkRegistrantsJob, ({ classId, isConfirmed = false }) =>
      // Syncing the meeting clears the class's problems, so it must not run at the same time as this job.
      withMeetingLock(queue, classId, () => compareRegistrants(classId, isConfirmed)),
    ),
  ];

  /**
   * Skips hosts with a problem that only an operator can fix, such as a deleted user, because the Problems page already
   * shows that problem. Throws if it would skip every host.
   */
  async function listOfAllHosts(now: Date): Promise<Compared> {
    const listed: Compared['listed'] = [];
    const unread: string[] = [];
    const hosts = await listHosts(database, settings, now);
    for (const host of hosts) {
      try {
        listed.push(...(await meetings.list(host)).map((meeting) => ({ ...meeting, host })));
      } catch (error) {
        if (!(error instanceof MeetingsProblem) || error.kind !== 'operator') throw error;
        unread.push(host);
        if (unread.length === hosts.length) throw error;
      }
    }
    return { listed, unread };
  }

  /**
   * Queues jobs for meetings that don't match their classes. If too many meetings are gone, skips their classes and
   * returns the class IDs and the problem. Otherwise, returns null.
   */
  async function repairMeetings({ listed, unread }: Compared, now: Date) {
    const byId = new Map(listed.map((meeting) => [meeting.id, meeting]));
    const upcoming = await database
      .select()
      .from(classes)
      .where(whereUpcoming(now))
      .orderBy(classes.startsAt);
    const lost = await findManyLost(upcoming.filter(isComparable), byId);
    const differing = upcoming.filter((courseClass) => {
      if (lost?.ids.includes(courseClass.id)) return false;
      const meeting = byId.get(courseClass.zoomMeetingId ?? '');
      if (!meeting) return true;
      // Changes count toward a daily limit, so if Zoom overrides our settings, we retry only in the last two days
      // before the class.
      const isLocked = isAboutSettings(courseClass.meetingProblem);
      if (isLocked && courseClass.startsAt.getTime() > now.getTime() + 2 * DAY_MS) return false;
      if (courseClass.meetingProblem || courseClass.zoomPasscode === null) return true;
      const host = hostOf(settings, courseClass);
      if (!isSameHost(host, meetingHostOf(settings, courseClass))) return true;
      return !isAsPlanned(meeting, planMeeting(settings, courseClass), now);
    });
    const gone = await database
      .select({ id: classes.id })
      .from(classes)
      .where(
        and(
          or(isNotNull(classes.deletedAt), isNotNull(classes.cancellationId)),
          or(isNotNull(classes.zoomMeetingId), isNotNull(classes.meetingAskedAt)),
        ),
      );
    const changed = [...differing, ...gone].map(({ id }) => ({ classId: id }));
    await addAll(syncMeetingJob, changed);
    const meetingOf = new Map(upcoming.map(({ id, zoomMeetingId }) => [id, zoomMeetingId]));
    const strays = listed.flatMap(({ id: meetingId, marker, host }) => {
      const classId = classIdOfMarker(settings, marker);
      const known = classId && meetingOf.get(classId);
      return classId && known && known !== meetingId ? [{ classId, meetingId, host }] : [];
    });
    await addAll(removeStrayMeetingJob, strays);
    return lost;

    function isComparable(courseClass: Class): boolean {
      const current = meetingHostOf(settings, courseClass);
      return !unread.some((host) => isSameHost(host, current));
    }
  }

  /**
   * A list may be incomplete, for example if a meeting has another host, so we also look up each missing meeting by ID.
   */
  async function findManyLost(upcoming: Class[], byId: Map<string, ListedMeeting>) {
    const made = upcoming.filter(({ zoomMeetingId }) => zoomMeetingId !== null);
    const unlisted = made.filter(({ zoomMeetingId }) => !byId.has(zoomMeetingId ?? ''));
    if (!isTooMuchLost('meetings', unlisted.length, made.length)) return null;
    const ids: number[] = [];
    for (const courseClass of unlisted) {
      const host = meetingHostOf(settings, courseClass);
      const find = () => meetings.find(host, courseClass.zoomMeetingId ?? '');
      if (!(await notingProblems(find))) ids.push(courseClass.id);
    }
    if (!isTooMuchLost('meetings', ids.length, made.length)) return null;
    const problem = describeLostMeetings(ids.length, made.length);
    await updateRows(database, classes, { id: ids }, { meetingProblem: problem });
    return { ids, problem };
  }

  /**
   * Skips classes whose missing meetings we didn't repair, because adding registrants would create the meetings again.
   */
  async function repairRegistrants(now: Date, skippedIds: number[]) {
    const missing = await findMissingSeats(database, now);
    const leftovers = await findLeftoverSeats(database, now);
    const isRepaired = ({ classId }: { classId: number }) => !skippedIds.includes(classId);
    await addAll(syncRegistrantJob, [...missing, ...leftovers].filter(isRepaired));
    const inUse = await database
      .selectDistinct({ classId: meetingRegistrants.classId })
      .from(meetingRegistrants)
      .innerJoin(classes, eq(classes.id, meetingRegistrants.classId))
      .where(and(whereUpcoming(now), isNotNull(meetingRegistrants.joinUrl)));
    await addAll(checkRegistrantsJob, inUse.filter(isRepaired), { perMinute: checksPerMinute });
  }

  async function compareRegistrants(classId: number, isConfirmed: boolean) {
    const found = await database
      .select({ row: meetingRegistrants, courseClass: classes })
      .from(meetingRegistrants)
      .innerJoin(classes, eq(classes.id, meetingRegistrants.classId))
      .where(and(eq(meetingRegistrants.classId, classId), isNotNull(meetingRegistrants.joinUrl)));
    const [first] = found;
    if (!first?.row.meetingId) return;
    const { meetingId } = first.row;
    const host = meetingHostOf(settings, first.courseClass);
    const rows = found.map(({ row }) => row);
    const listed = await notingProblems(() => meetings.listRegistrants(host, meetingId));
    // The meeting is gone or doesn't accept registrations. We keep the links until the meeting has been synced.
    if (!listed) {
      return database.transaction((transaction) => enqueueMeetingSync(queue, transaction, classId));
    }
    const ids = new Set(listed.map(({ id }) => id));
    const gone = rows.filter(({ zoomRegistrantId: id }) => id !== null && !ids.has(id));
    if (!isConfirmed && isTooMuchLost('registrants', gone.length, rows.length)) {
      const meetingProblem = describeLostRegistrants(gone.length, rows.length);
      await updateRows(database, classes, { id: classId }, { meetingProblem });
      throw new GiveUp(`class ${classId}: ${meetingProblem}`);
    }
    const personIds = gone.map(({ personId }) => personId);
    await database.transaction(async (transaction) => {
      await lockSeatsOf(transaction, classId);
      const lost = { zoomRegistrantId: null, joinUrl: null, replacesLink: true };
      await updateRows(transaction, meetingRegistrants, { classId, personId: personIds }, lost);
      const seats = personIds.map((personId) => ({ personId, classId }));
      await enqueueRegistrantSync(queue, transaction, seats);
      if (!isAboutLostRegistrants(first.courseClass.meetingProblem)) return;
      await updateRows(transaction, classes, { id: classId }, { meetingProblem: null });
    });
  }

  async function addAll<Data extends object>(job: Job<Data>, all: Data[], options?: AddOptions) {
    await database.transaction((transaction) =>
      queue.addAll(transaction, job, all, { leavesWaiting: true, ...options }),
    );
  }
}
