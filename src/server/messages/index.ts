export {
  endStudentConsent,
  findTextRefusals,
  refuseConsentByStaff,
  renewConsent,
  restoreStudentConsent,
} from './consent.ts';
export { confirmOptIn, optInText } from './consent-messages.ts';
export { serveMessages, serveTextConsent } from './routes.ts';
