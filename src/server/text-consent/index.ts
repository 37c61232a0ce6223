export { renewConsent } from './commands.ts';
export { textConsentJobHandlers } from './job-handlers.ts';
export { confirmOptIn } from './jobs.ts';
export { optInText } from './messages.ts';
export { findTextRefusals } from './queries.ts';
export { textConsentResenders } from './resend.ts';
export { endStudentConsent, restoreStudentConsent } from './role-changes.ts';
export { serveTextConsent } from './routes.ts';
export { refuseConsentByStaff } from './staff-consent.ts';
