import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { clockMovedBy, machineClock } from './clock.ts';
import { connect } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { openSmtp } from './integrations/mail/smtp-client.ts';
import { openZoom } from './integrations/meetings/zoom-client.ts';
import { openTwilio } from './integrations/texts/twilio-client.ts';
import { openQueue } from './jobs/queue.ts';
import { createLog } from './log.ts';
import { readSettings, WrongSettings } from './settings.ts';
import { startTimetable, startWorker } from './worker.ts';

const hardLimit = 30_000;

try {
  await startNode();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function startNode(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const clock = settings.clockFile ? clockMovedBy(settings.clockFile) : machineClock;
  await migrate(settings.databaseUrl);
  const database = connect(settings.databaseUrl, {
    poolSize: settings.databasePoolSize,
    onLostConnection: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });

  const queue = await openQueue(settings.databaseUrl, log);
  const mailer = openSmtp(settings.mail);
  const texter = openTwilio(settings.texts);
  const meetings = openZoom(settings.meetings, clock);
  const shared = { settings, database, clock, queue, meetings };
  await startWorker({ ...shared, mailer, texter });

  let stopping: Promise<void> | undefined;
  const webDirectory = fileURLToPath(new URL('../../dist/web', import.meta.url));
  const isDraining = () => stopping !== undefined;
  const app = buildApp({ ...shared, log, webDirectory, checkAnswers: false, isDraining });

  async function stop() {
    setTimeout(() => process.exit(1), hardLimit + settings.drainSeconds * 1000).unref();
    await pause(settings.drainSeconds * 1000);
    await app.close();
    await queue.stop();
    mailer.close();
    await database.$client.end();
    process.exit(0);
  }
  const stopOnce = () => {
    stopping ??= stop();
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, stopOnce);

  const address = await app.listen({ host: settings.host, port: settings.port });
  // Now that it answers: the first of the timetable is a look at every meeting there is.
  await startTimetable(shared);
  process.send?.(address);
}

function explain(error: unknown): string {
  if (error instanceof WrongSettings) return error.message;
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop that one, or set PORT to a free port.`;
  }
  if (code === 'EACCES' && port) return `Port ${port} needs more rights than this account has.`;
  if (code === 'ECONNREFUSED') return `No database answers at DATABASE_URL: ${message}`;
  return `The portal could not start: ${message}`;
}
