export { serveNotes } from './routes.ts';
