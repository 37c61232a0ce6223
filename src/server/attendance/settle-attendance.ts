import { and, eq, inArray } from 'drizzle-orm';
import { hasStarted } from '../../course/class-time.ts';
import { lockPeople } from '../database/lock-order.ts';
import { attendance, classes, meetingRegistrants } from '../database/schema.ts';
import { MeetingsProblem, type Participation } from '../integrations/meetings/port.ts';
import { handle } from '../jobs/define-job.ts';
import { outcomeOf, TryLater } from '../jobs/outcomes.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { settleAttendanceJob } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'meetings' | 'settings'>;

/** Reports come minutes after the end; one that has not come within a day never will. */
const reportPauseSeconds = 5 * 60;
const maxReportDelayMs = DAY_MS;

export function attendanceJobHandlers({ database, clock, meetings, settings }: Deps) {
  return [
    handle(settleAttendanceJob, async ({ classId, instanceId }) => {
      const [courseClass] = await database.select().from(classes).where(eq(classes.id, classId));
      const now = clock.now();
      // A teacher who tries the room out beforehand holds no class.
      if (!courseClass?.zoomMeetingId || !hasStarted(courseClass.startsAt, now)) return;
      const meetingOrInstance = instanceId || courseClass.zoomMeetingId;
      const participations = await meetings.report(meetingOrInstance).catch((error) => {
        throw error instanceof MeetingsProblem ? outcomeOf(error) : error;
      });
      const isOverdue = now.getTime() - courseClass.startsAt.getTime() > maxReportDelayMs;
      if (!participations && !isOverdue) throw new TryLater(reportPauseSeconds, 'no report yet');
      await settle(classId, participations ?? [], now);
    }),
  ];

  async function settle(classId: number, participations: Participation[], now: Date) {
    const present = findPresent(participations, settings.attendanceMinutes * 60);
    await database.transaction(async (transaction) => {
      const known = present.length
        ? await transaction
            .select({ personId: meetingRegistrants.personId })
            .from(meetingRegistrants)
            .where(
              and(
                eq(meetingRegistrants.classId, classId),
                inArray(meetingRegistrants.zoomRegistrantId, present),
              ),
            )
        : [];
      await lockPeople(
        transaction,
        known.map(({ personId }) => personId),
      );
      await transaction
        .update(classes)
        .set({ attendanceSettledAt: now })
        .where(eq(classes.id, classId));
      if (known.length > 0) {
        const row = { classId, status: 'Present', recordedAt: now } as const;
        await transaction
          .insert(attendance)
          .values(known.map(({ personId }) => ({ ...row, personId })))
          .onConflictDoNothing();
      }
    });
  }
}

/** Somebody who lost the connection and came back has stayed for the sum of both. */
function findPresent(participations: Participation[], leastSeconds: number): string[] {
  const totals = new Map<string, number>();
  for (const { registrantId, seconds } of participations) {
    if (registrantId) totals.set(registrantId, (totals.get(registrantId) ?? 0) + seconds);
  }
  return [...totals].filter(([, total]) => total >= leastSeconds).map(([id]) => id);
}
