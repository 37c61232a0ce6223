export { journeyBoardJobHandlers } from './job-handlers.ts';
export { refreshProgressJob } from './jobs.ts';
export { journeyBoardResenders } from './resend.ts';
export { serveJourneyBoard } from './routes.ts';
