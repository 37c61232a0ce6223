import { defineJob, type Queue } from './queue.ts';

/** Everything that recurs, in Pacific time; the features say what each of these does. */
export const recurring = {
  /** What webhooks missed and what was changed by hand at the meeting provider. */
  reconcileMeetings: { job: defineJob<object>('reconcile-meetings'), cron: '30 2 * * *' },
  /** Registrations that came without a plan of reminders. */
  planReminders: { job: defineJob<object>('plan-reminders'), cron: '40 2 * * *' },
  /** Sessions, login links and counted attempts that no longer count. */
  sweepSignIn: { job: defineJob<object>('sweep-sign-in'), cron: '10 * * * *' },
};

/** Each time comes once, however many nodes there are. */
export function keepTimetable(queue: Queue): Promise<void> {
  return queue.keepTimetable(Object.values(recurring));
}
