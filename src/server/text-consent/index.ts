export { textConsentJobHandlers } from './job-handlers.ts';
export { confirmOptIn } from './jobs.ts';
export { optInText } from './messages.ts';
export { endStudentConsent, restoreStudentConsent } from './role-changes.ts';
export { serveTextConsent } from './routes.ts';
