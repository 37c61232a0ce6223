import { and, eq, inArray } from 'drizzle-orm';
import { hasStarted } from '../../course/class-time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { attendance, classes, meetingRegistrants } from '../database/schema.ts';
import type { Meetings, Stay } from '../integrations/meetings/port.ts';
import { TryLater } from '../jobs/outcomes.ts';
import { defineJob, handle } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { notingProblems } from './problems.ts';

/** Queued when a meeting has ended. Without an instance, the last holding of the meeting counts. */
export const settleAttendance = defineJob<{ classId: number; instanceId: string | null }>(
  'settle-attendance',
);

interface Parts {
  database: Database;
  clock: Clock;
  meetings: Meetings;
  settings: Settings;
}

/** Reports come minutes after the end; one that has not come within a day never will. */
const reportPauseSeconds = 5 * 60;
const longestWaitMs = 24 * 60 * 60 * 1000;

export function attendanceJobs({ database, clock, meetings, settings }: Parts) {
  return [
    handle(settleAttendance, async ({ classId, instanceId }) => {
      const [aClass] = await database.select().from(classes).where(eq(classes.id, classId));
      const now = clock.now();
      // A teacher who tries the room out beforehand holds no class.
      if (!aClass?.zoomMeetingId || !hasStarted(aClass.startsAt, now)) return;
      const meetingOrInstance = instanceId || aClass.zoomMeetingId;
      const stays = await notingProblems(
        async () => {},
        () => meetings.report(meetingOrInstance),
      );
      const isHopeless = now.getTime() - aClass.startsAt.getTime() > longestWaitMs;
      if (!stays && !isHopeless) throw new TryLater(reportPauseSeconds, 'no report yet');
      await settle(classId, stays ?? [], now);
    }),
  ];

  async function settle(classId: number, stays: Stay[], now: Date) {
    const present = whoStayed(stays, settings.attendanceMinutes * 60);
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
      if (known.length > 0) {
        const row = { classId, status: 'Present', recordedAt: now } as const;
        await transaction
          .insert(attendance)
          .values(known.map(({ personId }) => ({ ...row, personId })))
          .onConflictDoNothing();
      }
      await transaction
        .update(classes)
        .set({ attendanceSettledAt: now })
        .where(eq(classes.id, classId));
    });
  }
}

/** Somebody who lost the connection and came back has stayed for the sum of both. */
function whoStayed(stays: Stay[], leastSeconds: number): string[] {
  const totals = new Map<string, number>();
  for (const { registrantId, seconds } of stays) {
    if (registrantId) totals.set(registrantId, (totals.get(registrantId) ?? 0) + seconds);
  }
  return [...totals].filter(([, total]) => total >= leastSeconds).map(([id]) => id);
}
