export { cancellationJobHandlers } from './canceling/announce.ts';
export { classCanceledText, classUndoneText } from './canceling/words.ts';
export { editClass } from './commands.ts';
export { serveClasses } from './routes.ts';
export { classMovedText } from './student-messages.ts';
