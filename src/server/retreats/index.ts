export { lockRetreatMatching, matchRetreatsOf, matchRetreatsOfAll } from './commands.ts';
export { serveRetreats } from './routes.ts';
