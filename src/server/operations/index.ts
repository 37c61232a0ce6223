export { checkAlerts } from './alerts.ts';
export { messages } from './all-messages.ts';
export { makeBackup } from './backups/back-up.ts';
export { restoreBackup, verifyBackup } from './backups/restore.ts';
export { runChecks } from './checks.ts';
export { openFigures } from './figures.ts';
export { listProblems } from './problems.ts';
export { retryFailedJobs } from './retry-failed-jobs.ts';
export { serveOperations } from './routes.ts';
