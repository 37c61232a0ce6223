export { serveTextConsent } from './routes.ts';
