export { findMembers } from './groups.ts';
export { journeyBoardJobHandlers, refreshProgressJob } from './jobs.ts';
export { refreshProgress } from './progress.ts';
export { serveJourneyBoard } from './routes.ts';
