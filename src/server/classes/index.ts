export { editClass } from './commands.ts';
export { classJobHandlers } from './job-handlers.ts';
export { classMovedText } from './messages.ts';
export { countAttendance } from './past-classes.ts';
export { classResenders } from './resend.ts';
export { serveClasses } from './routes.ts';
