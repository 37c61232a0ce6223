export { classMessageJobHandlers } from './job-handlers.ts';
export { classMessageResenders } from './resend.ts';
export { serveClassMessages } from './routes.ts';
