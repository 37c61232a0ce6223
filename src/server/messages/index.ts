export { serveMessages } from './routes.ts';
