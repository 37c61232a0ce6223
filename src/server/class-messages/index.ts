export { classMessageText, writtenParts } from './messages.ts';
export { getsTexts, refuseLongText } from './queries.ts';
export { serveClassMessages } from './routes.ts';
