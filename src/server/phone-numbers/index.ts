export { phoneNumberJobHandlers } from './job-handlers.ts';
export { phoneNumberResenders } from './resend.ts';
export { servePhoneNumbers } from './routes.ts';
