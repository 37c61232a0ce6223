export { renewConsent } from './commands.ts';
export { confirmOptIn, optInText } from './messages.ts';
export { findTextRefusals } from './queries.ts';
export { endStudentConsent, restoreStudentConsent } from './role-changes.ts';
export { serveTextConsent } from './routes.ts';
export { refuseConsentByStaff } from './staff-consent.ts';
