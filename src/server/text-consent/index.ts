export { textConsentJobHandlers } from './job-handlers.ts';
export { confirmOptIn } from './jobs.ts';
export { optInText } from './messages.ts';
export { textConsentResenders } from './resend.ts';
export { serveTextConsent } from './routes.ts';
