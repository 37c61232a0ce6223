import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { buildApp } from './app.ts';
import { WrongInstallation } from './database/installation.ts';
import { CannotMigrate } from './database/migrate.ts';
import { openDatabase } from './database/open.ts';
import { SharedSessions } from './database/own-sessions.ts';
import { openStandby } from './database/standby.ts';
import { openSmtp } from './integrations/mail/smtp-client.ts';
import { openZoom } from './integrations/meetings/zoom-client.ts';
import { openRetreatSite } from './integrations/retreats/retreat-site.ts';
import { openTwilio } from './integrations/texts/twilio-client.ts';
import { openQueue } from './jobs/queue.ts';
import { clockMovedBy, machineClock } from './platform/clock.ts';
import { watchDatabase } from './platform/database-watch.ts';
import { createLog } from './platform/log.ts';
import { readWorkingSettings } from './platform/settings.ts';
import { WrongSettings } from './platform/wrong-settings.ts';
import { prepareJobs, startTimetable, startWorker } from './worker.ts';

const hardLimit = 30_000;
/** These errors have messages written for operators, so we print them unchanged. */
const explained = [WrongSettings, WrongInstallation, SharedSessions, CannotMigrate];

// By default, V8 lets the heap grow to four times its size before it collects old objects, such as those of a long list.
setFlagsFromString('--heap-growing-percent=100');

try {
  await startNode();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

async function startNode(): Promise<void> {
  const settings = await readWorkingSettings(process.env);
  const log = createLog(settings.logLevel);
  const database = await openDatabase(settings, machineClock, (message, err) =>
    log.warn({ err }, message),
  );
  const standby = settings.databaseReadUrl ? openStandby(settings.databaseReadUrl) : undefined;
  const databaseWatch = await watchDatabase(settings.databaseUrl, log);
  const clock = settings.clockFile ? clockMovedBy(settings.clockFile) : databaseWatch.clock;

  const runsJobs = settings.nodeRole !== 'web';
  const queue = await openQueue(settings.databaseUrl, log, { runsJobs });
  const mailer = openSmtp(settings.mail);
  const texts = openTwilio(settings.texts, clock);
  const meetings = openZoom(settings.meetings, clock);
  const retreats = openRetreatSite(settings.retreats);
  const vendors = { mailer, meetings, texts, retreats };
  const shared = { settings, database, standby, clock, queue, log, ...vendors };
  await (runsJobs ? startWorker(shared) : prepareJobs(shared));

  let timetable: Awaited<ReturnType<typeof startTimetable>> | undefined;
  let stopping: Promise<void> | undefined;
  const webDirectory = fileURLToPath(new URL('../../dist/web', import.meta.url));
  const isDraining = () => stopping !== undefined;
  const app = buildApp({
    ...shared,
    databaseWatch,
    webDirectory,
    checkResponses: false,
    pageWaitMs: 500,
    isDraining,
  });

  async function stop() {
    setTimeout(() => process.exit(1), hardLimit + settings.drainSeconds * 1000).unref();
    await pause(settings.drainSeconds * 1000);
    await app.close();
    await timetable?.stop();
    await queue.stop();
    mailer.close();
    await databaseWatch.stop();
    await standby?.$client.end();
    await database.$client.end();
    process.exit(0);
  }
  const stopOnce = () => {
    stopping ??= stop();
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, stopOnce);

  const address = await app.listen({ host: settings.host, port: settings.port });
  // Start the timetable after the server is listening, because it queues slow jobs right away, such as comparing every
  // meeting with Zoom.
  if (runsJobs) timetable = await startTimetable(shared);
  process.send?.(address);
}

function explain(error: unknown): string {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, port, message, cause } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Stop the other program, or set PORT to a free port.`;
  }
  if (code === 'EACCES' && port)
    return `Port ${port} needs more permissions than this account has. Set PORT to 1024 or higher.`;
  const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
  return `The portal couldn’t start: ${reason}`;
}
