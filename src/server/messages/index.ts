export { serveMessages } from './routes.ts';
export {
  confirmOptIn,
  endStudentConsent,
  findTextRefusals,
  optInText,
  refuseConsentByStaff,
  renewConsent,
  restoreStudentConsent,
} from './text-consent/consent.ts';
export { refuseTextTo } from './text-limit.ts';
