export { serveAlumni } from './routes.ts';
