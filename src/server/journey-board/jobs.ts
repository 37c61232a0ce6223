import { defineRecurringJob, handle } from '../jobs/define-job.ts';
import type { Services } from '../platform/services.ts';
import { refreshProgress } from './progress.ts';

/** So that whoever opens the board waits for the changes of an hour at most. */
export const refreshProgressJob = defineRecurringJob('refresh-student-progress', '25 * * * *');

export const journeyBoardJobHandlers = ({ database }: Pick<Services, 'database'>) => [
  handle(refreshProgressJob, () => refreshProgress(database)),
];
