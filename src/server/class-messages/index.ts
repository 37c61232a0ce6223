export { classMessageJobHandlers } from './job-handlers.ts';
export { serveClassMessages } from './routes.ts';
