export { journeyBoardJobHandlers } from './job-handlers.ts';
export { refreshProgressJob } from './jobs.ts';
export { refreshProgress } from './progress.ts';
export { listJourneyPeople, readJourney } from './queries.ts';
export { journeyBoardResenders } from './resend.ts';
export { serveJourneyBoard } from './routes.ts';
export { readWeekNumbers } from './week-numbers.ts';
