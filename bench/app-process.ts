/** Runs the portal's HTTP server for read-only calls, without jobs, which would create a meeting for every class. */
import { openInProcess } from './in-process-portal.ts';

const app = openInProcess(process.env as Record<string, string>);
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
