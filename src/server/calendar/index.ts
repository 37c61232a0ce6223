export { attachClass } from './class-calendar.ts';
export { endAllFeeds, nextSequence, raiseSequences } from './commands.ts';
export { calendarJobHandlers } from './job-handlers.ts';
export {
  enqueueMakeupGivenBackMail,
  enqueueOwnMoveMail,
  enqueueResetMail,
  enqueueScheduleMail,
} from './jobs.ts';
export { findEntries } from './queries.ts';
export { serveCalendar } from './routes.ts';
