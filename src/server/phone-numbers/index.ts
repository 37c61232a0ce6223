export { phoneNumberJobHandlers } from './job-handlers.ts';
export { numberCodeText } from './messages.ts';
export { phoneNumberResenders } from './resend.ts';
export { servePhoneNumbers } from './routes.ts';
