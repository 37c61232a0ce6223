export { chooseClass, moveRegistration } from './commands.ts';
export { serveScheduling } from './routes.ts';
