export { serveBroadcasts } from './routes.ts';
