export { serveTimeline } from './routes.ts';
