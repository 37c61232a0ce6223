export { runChecks } from './checks.ts';
export { openFigures } from './figures.ts';
export { operationsJobHandlers } from './job-handlers.ts';
export { operationsResenders } from './resend.ts';
export { retryFailedJobs } from './retry-failed-jobs.ts';
export { serveOperations } from './routes.ts';
