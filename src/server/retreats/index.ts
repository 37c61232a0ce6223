export { lockRetreatMatching, matchRetreatsOf, matchRetreatsOfAll } from './commands.ts';
export { unmatchedRetreatProblems } from './queries.ts';
export { serveRetreats } from './routes.ts';
