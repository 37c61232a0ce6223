import { signInJobHandlers } from './accounts/index.ts';
import { attendanceJobHandlers, readReportsJob } from './attendance/index.ts';
import {
  deleteOldRecordsHandlers,
  deleteOldRecordsJob,
  sweepJob,
  sweepJobHandlers,
} from './jobs/delete-old-records.ts';
import type { Workers } from './jobs/queue.ts';
import { meetingJobHandlers, reconcileMeetingsJob } from './meetings/index.ts';
import { messageHandlers } from './messages/send-message.ts';
import { checkAlerts, messages } from './operations/index.ts';
import { countWithin } from './platform/rate-limit.ts';
import { repeat } from './platform/repeat.ts';
import type { VendorServices } from './platform/services.ts';
import { openReminderWatch, planRemindersJob, reminderJobHandlers } from './reminders/index.ts';
import { checkWaitingLists, sendDueChoices } from './schedule/index.ts';
import { cancellationJobHandlers } from './timetable/index.ts';

export async function startWorker(services: VendorServices, workers?: Workers): Promise<void> {
  const { login, others } = await prepareJobs(services);
  await services.queue.work(login, loginWorkers);
  await services.queue.work(others, workers);
}

/** Batches are small, because people are waiting for login messages: a slow message delays at most one other. */
const loginWorkers = { count: 4, batchSize: 2 };

export async function prepareJobs(services: VendorServices) {
  const login = [...signInJobHandlers(services)];
  const others = [
    ...sweepJobHandlers(services),
    ...deleteOldRecordsHandlers(services),
    ...meetingJobHandlers(services),
    ...attendanceJobHandlers(services),
    ...cancellationJobHandlers(services),
    ...reminderJobHandlers(services),
  ];
  for (const message of messages.values()) {
    (message.isLogin ? login : others).push(...messageHandlers(services, message));
  }
  await services.queue.prepare([...login, ...others].map(({ job }) => job));
  return { login, others };
}

export const timetable = [
  reconcileMeetingsJob,
  readReportsJob,
  planRemindersJob,
  sweepJob,
  deleteOldRecordsJob,
];

const checkEveryMs = 1000;
const checkWaitingListsEveryMs = 10_000;
const checkChoicesEveryMs = 30_000;
const checkAlertsEveryMs = 300_000;
/** Of nodes that start within this time of each other, only the first one runs the jobs that call Zoom right away. */
const startsTogetherMinutes = 5;

/**
 * Schedules the recurring jobs. At startup, also queues the jobs that compare meetings, read reports and plan
 * reminders, because a backup may have been restored. Recurring jobs follow the machine's clock. Reminders, waiting
 * lists and emails about choices follow the portal's clock, which the demo can move.
 */
export async function startTimetable(services: VendorServices) {
  const { database, clock, queue, log } = services;
  await queue.setTimetable(timetable);
  await database.transaction(async (transaction) => {
    const start = { key: 'starts', max: 1, minutes: startsTogetherMinutes };
    const isFirst = await countWithin(transaction, clock.now(), start);
    const afterSeconds = isFirst ? 0 : startsTogetherMinutes * 60;
    for (const job of [reconcileMeetingsJob, readReportsJob]) {
      await queue.add(transaction, job, {}, { afterSeconds, leavesWaiting: true });
    }
    await queue.add(transaction, planRemindersJob, {});
  });
  const watch = openReminderWatch(services);
  const repeated = repeat(watch.checkWhenDue, checkEveryMs, log);
  const lines = repeat(() => checkWaitingLists(services), checkWaitingListsEveryMs, log);
  const choices = repeat(() => sendDueChoices(services), checkChoicesEveryMs, log);
  const alerts = repeat(() => checkAlerts(services), checkAlertsEveryMs, log);
  return {
    async stop() {
      watch.close();
      await Promise.all([repeated.stop(), lines.stop(), choices.stop(), alerts.stop()]);
    },
  };
}
