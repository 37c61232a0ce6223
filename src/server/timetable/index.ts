export { cancellationJobHandlers } from './canceling/announce.ts';
export { lockClosedDates } from './canceling/closed-dates.ts';
export { classCanceledText, classUndoneText } from './canceling/words.ts';
export { handOverClasses } from './change-classes.ts';
export { listComing } from './class-guests.ts';
export { editClass } from './commands.ts';
export { selectClasses } from './queries.ts';
export { serveClasses } from './routes.ts';
export { classMovedText } from './student-messages.ts';
