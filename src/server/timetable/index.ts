export { cancellationJobHandlers } from './canceling/announce.ts';

export { classCancelledText, classUndoneText } from './canceling/messages.ts';

export { serveCancellations } from './canceling/routes.ts';
export { editClass } from './commands.ts';
export { classMovedText } from './messages.ts';
export { countAttendance } from './past-classes.ts';
export { serveClasses } from './routes.ts';
