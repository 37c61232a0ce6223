export { runChecks } from './checks.ts';
export { operationsJobHandlers } from './job-handlers.ts';
export { operationsResenders } from './resend.ts';
export { serveOperations } from './routes.ts';
