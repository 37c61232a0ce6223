import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import type { Services } from '../platform/services.ts';
import { checkRegistrantsJob, enqueueMeetingSync, enqueueRegistrantSync } from './jobs.ts';
import { meetingHostOf } from './meeting-plan.ts';
import {
  describeLostRegistrants,
  isAboutLostRegistrants,
  isTooMuchLost,
  notingProblems,
} from './problems.ts';
import { withMeetingLock } from './sync-meeting.ts';

type Deps = Pick<Services, 'database' | 'queue' | 'meetings' | 'settings'>;

export function checkRegistrantsHandlers({ database, queue, meetings, settings }: Deps) {
  return [
    handle(checkRegistrantsJob, ({ classId, isConfirmed = false }) =>
      // Syncing the meeting clears notes on the class, so the two must not run at the same time.
      withMeetingLock(queue, classId, () => compare(classId, isConfirmed)),
    ),
  ];

  /** Seats that Zoom no longer has are requested again. */
  async function compare(classId: number, isConfirmed: boolean) {
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
    // The meeting is gone or takes no registrations: links stay until its sync has looked.
    if (!listed) {
      return database.transaction((transaction) => enqueueMeetingSync(queue, transaction, classId));
    }
    const ids = new Set(listed.map(({ id }) => id));
    const gone = rows.filter(({ zoomRegistrantId: id }) => id !== null && !ids.has(id));
    if (!isConfirmed && isTooMuchLost('registrants', gone.length, rows.length)) {
      const meetingProblem = describeLostRegistrants(gone.length, rows.length);
      await database.update(classes).set({ meetingProblem }).where(eq(classes.id, classId));
      throw new GiveUp(`class ${classId}: ${meetingProblem}`);
    }
    const personIds = gone.map(({ personId }) => personId);
    await database.transaction(async (transaction) => {
      await transaction
        .update(meetingRegistrants)
        .set({ zoomRegistrantId: null, joinUrl: null, replacesLink: true })
        .where(
          and(
            eq(meetingRegistrants.classId, classId),
            inArray(meetingRegistrants.personId, personIds),
          ),
        );
      const seats = personIds.map((personId) => ({ personId, classId }));
      await enqueueRegistrantSync(queue, transaction, ...seats);
      if (!isAboutLostRegistrants(first.courseClass.meetingProblem)) return;
      await transaction
        .update(classes)
        .set({ meetingProblem: null })
        .where(eq(classes.id, classId));
    });
  }
}
