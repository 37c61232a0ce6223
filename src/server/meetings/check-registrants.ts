import { and, eq, isNotNull } from 'drizzle-orm';
import { classes, meetingRegistrants } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import type { Services } from '../platform/services.ts';
import { checkRegistrantsJob, enqueueMeetingSync, enqueueRegistrantSync } from './jobs.ts';
import { describeLostRegistrants, isAboutLostRegistrants, isTooMuchLost } from './losses.ts';
import { meetingHostOf } from './meeting-plan.ts';
import { notingProblems } from './problems.ts';
import { withMeetingLock } from './sync-meeting.ts';

type Deps = Pick<Services, 'database' | 'queue' | 'meetings' | 'settings'>;

export function checkRegistrantsHandlers({ database, queue, meetings, settings }: Deps) {
  return [
    handle(checkRegistrantsJob, ({ classId, isConfirmed = false }) =>
      // The meeting's own job clears notes on the class, so the two do not run at once.
      withMeetingLock(queue, classId, () => compare(classId, isConfirmed)),
    ),
  ];

  /** A place that the provider no longer knows is forgotten here as well, and asked for again. */
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
    const listed = await notingProblems(
      async () => {},
      () => meetings.listRegistrants(host, meetingId),
    );
    if (!listed) return repairMeeting(classId);
    const ids = new Set(listed.map(({ id }) => id));
    const gone = rows.filter(({ zoomRegistrantId: id }) => id !== null && !ids.has(id));
    if (!isConfirmed && isTooMuchLost('registrants', gone.length, rows.length)) {
      const meetingProblem = describeLostRegistrants(gone.length, rows.length);
      await database.update(classes).set({ meetingProblem }).where(eq(classes.id, classId));
      throw new GiveUp(`class ${classId}: ${meetingProblem}`);
    }
    await forget(
      classId,
      gone.map(({ personId }) => personId),
    );
  }

  async function forget(classId: number, personIds: number[]) {
    await database.transaction(async (transaction) => {
      for (const personId of personIds) {
        const seat = { personId, classId };
        await transaction
          .update(meetingRegistrants)
          .set({ zoomRegistrantId: null, joinUrl: null, replacesLink: true })
          .where(
            and(eq(meetingRegistrants.personId, personId), eq(meetingRegistrants.classId, classId)),
          );
        await enqueueRegistrantSync(queue, transaction, seat);
      }
      const [courseClass] = await transaction
        .select({ problem: classes.meetingProblem })
        .from(classes)
        .where(eq(classes.id, classId));
      if (!isAboutLostRegistrants(courseClass?.problem ?? null)) return;
      await transaction
        .update(classes)
        .set({ meetingProblem: null })
        .where(eq(classes.id, classId));
    });
  }

  /** No such meeting, or none that takes registrations: links stay until the meeting's own job has looked. */
  async function repairMeeting(classId: number) {
    await database.transaction((transaction) => enqueueMeetingSync(queue, transaction, classId));
  }
}
