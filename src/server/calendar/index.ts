export { endAllFeeds, nextSequence, raiseSequences } from './commands.ts';
export { inviteTo } from './invite.ts';
export { calendarJobHandlers } from './job-handlers.ts';
export {
  choiceMailTime,
  enqueueActMail,
  enqueueChoiceMail,
  enqueueClearedMail,
  enqueueMakeupGivenBackMail,
  enqueueOwnMoveMail,
  enqueueReturnedMail,
  enqueueScheduleMail,
  mailOwnMoveJob,
} from './jobs.ts';
export { invitationNote } from './messages.ts';
export { findEntries } from './queries.ts';
export { calendarResenders } from './resend.ts';
export { serveCalendar } from './routes.ts';
