import { adminClassJobs } from './admin-classes/jobs.ts';
import { calendarJobs } from './calendars/jobs.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import type { Mailer } from './integrations/mail/port.ts';
import type { Meetings } from './integrations/meetings/port.ts';
import type { Texter } from './integrations/texts/port.ts';
import type { Queue } from './jobs/queue.ts';
import { keepTimetable, recurring } from './jobs/timetable.ts';
import { jobsOfMeetings } from './meetings/jobs.ts';
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
    ...calendarJobs(services),
  ];
  await services.queue.prepare(jobs.map(({ job }) => job));
  await services.queue.work(jobs);
}

/** What recurs, and once now: a start may follow a restored backup, or classes that nobody announced. */
export async function startTimetable({ database, queue }: Pick<Services, 'database' | 'queue'>) {
  await keepTimetable(queue);
  await database.transaction((transaction) =>
    queue.add(transaction, recurring.reconcileMeetings.job, {}),
  );
}
