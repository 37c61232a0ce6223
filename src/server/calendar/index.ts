export { classesReturned, sendCleared } from './clearing-messages.ts';
export { endAllFeeds } from './commands.ts';
export { inviteTo } from './invite.ts';
export { invitationNote } from './messages.ts';
export { makeupGivenBack, sendAct, sendMove } from './move-messages.ts';
export { findEntries } from './queries.ts';
export { serveCalendar } from './routes.ts';
export { choiceMailTime, choices, sendSchedule } from './schedule-messages.ts';
