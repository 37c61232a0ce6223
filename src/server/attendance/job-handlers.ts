import { and, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { CLASS_DURATION_MS } from '../../course/course.ts';
import { classes } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { handle } from '../jobs/define-job.ts';
import { TryLater } from '../jobs/outcomes.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { VendorServices } from '../platform/services.ts';
import { notifyMissedClassJob } from '../reminders/index.ts';
import { decideAttendanceOf } from './decide-attendance.ts';
import { decideAttendanceJob, readReportsJob, settleAttendanceJob } from './jobs.ts';
import { notifyMissedClass } from './missed-class.ts';
import { readReport } from './read-report.ts';

const daysBack = 7;

export function attendanceJobHandlers(services: VendorServices) {
  const { database, clock, queue } = services;
  return [
    handle(settleAttendanceJob, (which) => readReport(services, which)),
    handle(notifyMissedClassJob, ({ reminderId }) => notifyMissedClass(services, reminderId)),

    handle(decideAttendanceJob, async ({ classId, personId }) => {
      const now = clock.now();
      const changes = await database.transaction((transaction) =>
        decideAttendanceOf(services, transaction, { classId, personIds: [personId], now }),
      );
      const changesAt = changes.get(personId);
      if (!changesAt) return;
      throw new TryLater(
        (changesAt.getTime() - now.getTime()) / 1000,
        'the person has not stayed long enough yet',
      );
    }),

    handle(readReportsJob, async () => {
      const now = clock.now().getTime();
      const wanted = await database
        .select({ classId: classes.id })
        .from(classes)
        .where(
          and(
            isStanding,
            isNotNull(classes.zoomMeetingId),
            gt(classes.startsAt, new Date(now - daysBack * DAY_MS)),
            lt(classes.startsAt, new Date(now - CLASS_DURATION_MS)),
            or(
              isNull(classes.attendanceSettledAt),
              isNotNull(classes.attendanceProblem),
              // Zoom sometimes corrects recent reports, so we read them again.
              gt(classes.startsAt, new Date(now - DAY_MS)),
            ),
          ),
        );
      const all = wanted.map(({ classId }) => ({ classId, instanceId: null }));
      await database.transaction((transaction) =>
        queue.addAll(transaction, settleAttendanceJob, all),
      );
    }),
  ];
}
