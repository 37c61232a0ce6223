export { runChecks } from './checks.ts';
export { operationsJobHandlers } from './job-handlers.ts';
export { retryFailedJobs } from './retry-failed-jobs.ts';
export { serveOperations } from './routes.ts';
