export {
  confirmOptIn,
  endStudentConsent,
  findTextRefusals,
  optInText,
  refuseConsentByStaff,
  renewConsent,
  restoreStudentConsent,
} from './consent.ts';
export { serveMessages } from './routes.ts';
export { refuseTextTo } from './text-limit.ts';
