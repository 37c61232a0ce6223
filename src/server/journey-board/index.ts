export { journeyBoardJobHandlers } from './job-handlers.ts';
export { refreshProgressJob } from './jobs.ts';
export { serveJourneyBoard } from './routes.ts';
