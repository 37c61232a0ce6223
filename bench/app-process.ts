/** The portal's HTTP side without its jobs, for calls that only read: jobs would make a meeting for every class of a filled database. */
import { openInProcess } from './in-process-portal.ts';

const app = openInProcess(process.env as Record<string, string>);
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
