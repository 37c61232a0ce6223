export { editClass } from './commands.ts';
export { classMovedText } from './messages.ts';
export { countAttendance } from './past-classes.ts';
export { serveClasses } from './routes.ts';
