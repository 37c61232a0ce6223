import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import type { DemoEmail } from '../../src/demo/accounts.ts';
import { namesOfEverybody } from '../../src/demo/people.ts';
import { holdPort } from '../../src/demo/postgres/embedded.ts';
import { demoSettings } from '../../src/demo/settings.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { buildApp } from '../../src/server/app.ts';
import { connect } from '../../src/server/database/connect.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { people } from '../../src/server/database/schema.ts';
import { openCookies } from '../../src/server/http/cookies.ts';
import { openSessions } from '../../src/server/http/session.ts';
import { openSmtp } from '../../src/server/integrations/mail/smtp-client.ts';
import type { Meetings } from '../../src/server/integrations/meetings/port.ts';
import { openZoom } from '../../src/server/integrations/meetings/zoom-client.ts';
import { openRetreatSite } from '../../src/server/integrations/retreats/retreat-site.ts';
import { openTwilio } from '../../src/server/integrations/texts/twilio-client.ts';
import { watchVendor } from '../../src/server/integrations/watch-vendor.ts';
import { openQueue } from '../../src/server/jobs/queue.ts';
import { watchDatabase } from '../../src/server/platform/database-watch.ts';
import { createLog } from '../../src/server/platform/log.ts';
import { readSettings } from '../../src/server/settings.ts';
import { prepareJobs, startWorker } from '../../src/server/worker.ts';
import { testClock } from './clock.ts';
import { discard } from './leftovers.ts';
import { administer, createDatabase, createEmptyDatabase } from './postgres.ts';

interface Options {
  /** Stands between the portal and its meeting provider, to break what a test wants broken. */
  meetings?(real: Meetings): Meetings;
  environment?: Record<string, string>;
  /** Begins with nothing in its database, not even tables, as a real portal does. */
  isEmpty?: boolean;
  /** A database that is there already, and stays. */
  databaseUrl?: string;
  /** False leaves the jobs in their queues until `startJobs`. */
  runsJobs?: boolean;
  /** PostgreSQL writes every statement of this portal into its log, with all values. */
  logStatements?: boolean;
  /** How long a page waits for its answers: long, because a busy machine is no fault of the portal's. */
  pageWaitMs?: number;
}

/** A whole portal for one test: its own database with the demo's people, its own sandbox and clock. */
export async function openPortal(options: Options = {}) {
  const { environment = {}, isEmpty = false, meetings: wrap, runsJobs = true } = options;
  const { pageWaitMs = 20_000 } = options;
  await using opened = new AsyncDisposableStack();
  const databaseUrl = options.databaseUrl ?? (await createOwnDatabase());
  if (options.logStatements) {
    const name = new URL(databaseUrl).pathname.slice(1);
    await administer(`alter database ${name} set log_statement = 'all'`);
  }
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  opened.defer(async () => discard(directory));

  const clock = testClock();
  const host = '127.0.0.1';
  const { port, release } = await holdPort();
  const publicUrl = `http://localhost:${port}`;
  const sandbox = await startSandbox({
    host,
    port: 0,
    directory,
    clock,
    portalUrl: publicUrl,
    people: namesOfEverybody(),
    twilioTakesLocalCallbacks: true,
  });
  opened.defer(sandbox.stop);

  const world = {
    host,
    port,
    publicUrl,
    databaseUrl,
    clockFile: 'unused',
    sandboxUrl: sandbox.url,
    sandbox: sandbox.keys,
  };
  const settings = readSettings({ ...demoSettings(world), ...environment });
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const database = await (isEmpty
    ? openDatabase(settings, clock, () => {})
    : connect(databaseUrl, { poolSize: settings.databasePoolSize, onLostConnection: () => {} }));
  opened.defer(() => database.$client.end());
  const queue = await openQueue(databaseUrl, log, { lookEverySeconds: 0.5 });
  opened.defer(queue.stop);
  const mailer = openSmtp(settings.mail);
  opened.defer(async () => mailer.close());
  const noting = { database, clock, log };
  const texts = watchVendor(noting, 'twilio', openTwilio(settings.texts, clock));
  const zoom = watchVendor(noting, 'zoom', openZoom(settings.meetings, clock));
  const meetings = wrap?.(zoom) ?? zoom;
  const shared = { settings, database, clock, queue, mailer, meetings, texts };
  const startJobs = () => startWorker(shared);
  await (runsJobs ? startJobs() : prepareJobs(shared));
  const webDirectory = resolve('dist/web');
  const retreats = openRetreatSite(settings.retreats);
  const databaseWatch = await watchDatabase(databaseUrl, log);
  opened.defer(databaseWatch.stop);
  const services = { ...shared, databaseWatch, retreats, log, webDirectory, checkResponses: true };
  const app = buildApp({ ...services, pageWaitMs, isDraining: () => false });
  await release();
  await app.listen({ host, port });
  opened.defer(() => app.close());

  /** The cookie of a fresh session, as the header that a browser would send. */
  async function cookieOf(
    email: DemoEmail,
    options: { usesStaffLink?: boolean } = {},
  ): Promise<string> {
    const [person] = await database.select().from(people).where(eq(people.email, email));
    if (!person) throw new Error(`Nobody in the demo is ${email}`);
    const sessions = openSessions(database, clock, openCookies({ isHttps: false }));
    const { id } = await database.transaction((transaction) =>
      sessions.start(transaction, person, options),
    );
    return `session=${id}`;
  }

  async function createOwnDatabase(): Promise<string> {
    const { url, drop } = await (isEmpty ? createEmptyDatabase() : createDatabase());
    opened.defer(drop);
    return url;
  }

  const running = opened.move();
  return {
    environment,
    url: publicUrl,
    app,
    database,
    databaseUrl,
    clock,
    sandbox,
    queue,
    zoom,
    settings,
    logged,
    cookieOf,
    startJobs,
    stop: () => running.disposeAsync(),
    // Not waited for: the queue takes half a second to stop, and nothing of this portal is used again.
    async [Symbol.asyncDispose]() {
      running.disposeAsync().catch(() => {});
    },
  };
}

export type Portal = Awaited<ReturnType<typeof openPortal>>;
