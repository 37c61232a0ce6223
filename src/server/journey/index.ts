export { serveJourneyBoard } from './routes.ts';
