import type { Clock } from './clock.ts';
import type { Database } from './database/connect.ts';
import type { Mailer } from './integrations/mail/port.ts';
import type { Texter } from './integrations/texts/port.ts';
import type { Queue } from './jobs/queue.ts';
import type { Settings } from './settings.ts';
import { signInJobs } from './sign-in/jobs.ts';

interface Services {
  settings: Settings;
  database: Database;
  clock: Clock;
  queue: Queue;
  mailer: Mailer;
  texter: Texter;
}

/** Everything the portal does outside of requests, on every node. */
export async function startWorker(services: Services): Promise<void> {
  const jobs = [...signInJobs(services)];
  await services.queue.prepare(jobs.map(({ job }) => job));
  await services.queue.work(jobs);
}
