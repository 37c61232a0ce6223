export { classMessageJobHandlers } from './job-handlers.ts';
export { classMessageText, writtenParts } from './messages.ts';
export { getsTexts, refuseLongText } from './queries.ts';
export { classMessageResenders } from './resend.ts';
export { serveClassMessages } from './routes.ts';
