export { journeyBoardJobHandlers, refreshProgressJob } from './jobs.ts';
export { serveJourneyBoard } from './routes.ts';
