export { findMembers } from './groups.ts';
export { serveJourneyBoard } from './routes.ts';
