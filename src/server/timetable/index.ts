export { cancellationJobHandlers } from './canceling/announce.ts';
export { serveCancellations } from './canceling/routes.ts';
export { classCancelledText, classUndoneText } from './canceling/words.ts';
export { editClass } from './commands.ts';
export { countAttendance } from './past-classes.ts';
export { serveClasses } from './routes.ts';
export { classMovedText } from './words.ts';
