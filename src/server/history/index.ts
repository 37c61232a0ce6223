export { serveHistory } from './routes.ts';
