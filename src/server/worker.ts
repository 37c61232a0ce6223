import type { FastifyBaseLogger } from 'fastify';
import { adminClassJobs } from './admin-classes/jobs.ts';
import { calendarJobs } from './calendars/jobs.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import type { Mailer } from './integrations/mail/port.ts';
import type { Meetings } from './integrations/meetings/port.ts';
import type { Texter } from './integrations/texts/port.ts';
import type { Queue } from './jobs/queue.ts';
import { repeat } from './jobs/repeat.ts';
import { keepTimetable, recurring } from './jobs/timetable.ts';
import { jobsOfMeetings } from './meetings/jobs.ts';
import { reminderJobs } from './reminders/jobs.ts';
import { openReminderWatch } from './reminders/watch.ts';
import type { Settings } from './settings.ts';
import { signInJobs } from './sign-in/jobs.ts';
import { sweepJobs } from './sign-in/sweep-jobs.ts';

interface Services {
  settings: Settings;
  database: Database;
  clock: Clock;
  queue: Queue;
  mailer: Mailer;
  texter: Texter;
  meetings: Meetings;
}

/** Everything the portal does outside of requests, on every node. */
export async function startWorker(services: Services): Promise<void> {
  const jobs = [
    ...signInJobs(services),
    ...sweepJobs(services),
    ...jobsOfMeetings(services),
    ...adminClassJobs(services),
    ...reminderJobs(services),
    ...calendarJobs(services),
  ];
  await services.queue.prepare(jobs.map(({ job }) => job));
  await services.queue.work(jobs);
}

const lookEveryMs = 1000;

/**
 * What recurs, and once now: a start may follow a restored backup, or classes that nobody announced.
 * Jobs recur by the machine's clock, reminders come by the portal's, which the demo can move.
 */
export async function startTimetable(
  services: Pick<Services, 'database' | 'clock' | 'queue'>,
  log: FastifyBaseLogger,
) {
  const { database, queue } = services;
  await keepTimetable(queue);
  await database.transaction(async (transaction) => {
    for (const { job } of [recurring.reconcileMeetings, recurring.planReminders]) {
      await queue.add(transaction, job, {});
    }
  });
  return repeat(openReminderWatch(services), lookEveryMs, log);
}
