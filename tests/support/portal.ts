import { resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import type { DemoEmail } from '../../src/demo/people.ts';
import { holdPort } from '../../src/demo/postgres/embedded.ts';
import { buildApp } from '../../src/server/app.ts';
import { connect } from '../../src/server/database/connect.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import { people } from '../../src/server/database/schema.ts';
import { openCookies, openSessions } from '../../src/server/http/session.ts';
import type { Meetings } from '../../src/server/integrations/meetings/port.ts';
import { openRetreatSite } from '../../src/server/integrations/retreats/retreat-site.ts';
import { openQueue, type Workers } from '../../src/server/jobs/queue.ts';
import { watchDatabase } from '../../src/server/platform/database-watch.ts';
import { createLog } from '../../src/server/platform/log.ts';
import { prepareJobs, startWorker } from '../../src/server/worker.ts';
import { testClock, testNow } from './clock.ts';
import { restoreRows } from './demo-rows.ts';
import { eventually } from './eventually.ts';
import { administer, createDatabase, createEmptyDatabase } from './postgres.ts';
import { openClients, standFor, startVendors } from './vendors.ts';

interface Options {
  meetings?(real: Meetings): Meetings;
  environment?: Record<string, string>;
  isEmpty?: boolean;
  /** Uses this database instead of a new one, and doesn't drop it afterward. */
  databaseUrl?: string;
  /** If false, jobs stay queued until `startJobs`. */
  runsJobs?: boolean;
  /** By default, two workers share the jobs of a kind, so they don't always come in one batch. */
  workers?: Workers;
  logStatements?: boolean;
  /** How long a page waits for its data. The default is long, because test machines are busy. */
  pageWaitMs?: number;
  /** Never reuses another test's portal, so that nothing is cached. */
  isNew?: boolean;
}

const waiting = new Map<string, Opened[]>();

/**
 * Opens a whole portal for one test, with its own database, sandbox and clock. That takes half a second, so we reset a
 * disposed portal and reuse it for the next test with the same options.
 */
export async function openPortal(options: Options = {}) {
  const kind = kindOf(options);
  const opened = (kind && !options.isNew && waiting.get(kind)?.pop()) || (await open(options));
  opened.clock.moveTo(testNow);
  return {
    ...opened,
    sandbox: opened.sandbox(),
    /** Closes the portal for good, for a test that leaves something behind in its process. */
    stop: opened.stop,
    async [Symbol.asyncDispose]() {
      if (!kind || !(await opened.renew())) {
        // We don't wait for this, because the queue takes half a second to stop and no one uses the portal again.
        opened.stop().catch(() => {});
        return;
      }
      waiting.set(kind, [...(waiting.get(kind) ?? []), opened]);
    },
  };
}

export type Portal = Awaited<ReturnType<typeof openPortal>>;

/** Returns undefined for a portal with any other options, because we can't reuse it. */
function kindOf({ environment = {}, runsJobs = true, isNew: _, ...others }: Options) {
  const isCommon = !Object.values(others).some(Boolean);
  return isCommon ? JSON.stringify([runsJobs, environment]) : undefined;
}

type Opened = Awaited<ReturnType<typeof open>>;

async function open(options: Options) {
  const { environment = {}, isEmpty = false, meetings: wrap, runsJobs = true } = options;
  const { pageWaitMs = 20_000 } = options;
  await using opened = new AsyncDisposableStack();
  const databaseUrl = options.databaseUrl ?? (await createOwnDatabase());
  if (options.logStatements) {
    const name = new URL(databaseUrl).pathname.slice(1);
    await administer(`alter database ${name} set log_statement = 'all'`);
  }

  const clock = testClock();
  const host = '127.0.0.1';
  const { port, release } = await holdPort();
  const publicUrl = `http://localhost:${port}`;
  const place = { host, port, publicUrl, databaseUrl, environment, clock };
  let vendors = await startVendors({ ...place, sandboxPort: 0 });
  opened.defer(() => vendors.stop());
  const { settings } = vendors;
  const sandboxPort = Number(new URL(vendors.sandbox.url).port);
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const database = await (isEmpty
    ? openDatabase(settings, clock, () => {})
    : connect(databaseUrl, { poolSize: settings.databasePoolSize, onLostConnection: () => {} }));
  opened.defer(() => database.$client.end());
  const queue = await openQueue(databaseUrl, log, { lookEverySeconds: 0.5 });
  opened.defer(queue.stop);
  let clients = openClients(settings, clock);
  opened.defer(async () => clients.mailer.close());
  const mailer = standFor(() => clients.mailer);
  const texts = standFor(() => clients.texts);
  const zoom = standFor(() => clients.zoom);
  const meetings = wrap?.(zoom) ?? zoom;
  const retreats = openRetreatSite(settings.retreats);
  const shared = { settings, database, clock, queue, log, mailer, meetings, texts, retreats };
  await (runsJobs ? startWorker(shared, options.workers) : prepareJobs(shared));
  const webDirectory = resolve('dist/web');
  const databaseWatch = await watchDatabase(databaseUrl, log);
  opened.defer(databaseWatch.stop);
  const services = { ...shared, databaseWatch, webDirectory, checkResponses: true };
  const app = buildApp({ ...services, pageWaitMs, isDraining: () => false });
  await release();
  await app.listen({ host, port });
  opened.defer(() => app.close());

  async function cookieOf(
    email: DemoEmail,
    options: { usesStaffLink?: boolean } = {},
  ): Promise<string> {
    const [person] = await database.select().from(people).where(eq(people.email, email));
    if (!person) throw new Error(`No one in the demo has the email ${email}`);
    const sessions = openSessions(database, clock, openCookies({ isHttps: false }), settings);
    const { session } = await database.transaction((transaction) =>
      sessions.start(transaction, person, options),
    );
    return `session=${session.id}`;
  }

  async function createOwnDatabase(): Promise<string> {
    const { url, drop } = await (isEmpty ? createEmptyDatabase() : createDatabase());
    opened.defer(drop);
    return url;
  }

  /** Resets the portal to its original state. Returns false if that isn't possible. */
  async function renew(): Promise<boolean> {
    if (hasOtherWorkers) return false;
    try {
      // Jobs that call the old vendors fail, and then end.
      clients.mailer.close();
      await vendors.stop();
      await eventually(countActiveJobs, (active) => active === 0);
      await restoreRows(database.$client);
      vendors = await startVendors({ ...place, sandboxPort });
      Object.assign(settings, vendors.settings);
      clients = openClients(settings, clock);
      logged.length = 0;
      return true;
    } catch {
      return false;
    }
  }

  /** A worker that a test adds stays for as long as the portal does. */
  let hasOtherWorkers = false;
  const adding = <Input extends unknown[]>(work: (...input: Input) => Promise<void>) => {
    return (...input: Input) => {
      hasOtherWorkers = true;
      return work(...input);
    };
  };

  /** Also deletes all jobs that aren't active. */
  async function countActiveJobs() {
    await database.execute(`delete from pgboss.job where state <> 'active'`);
    return (await database.execute('select from pgboss.job')).rowCount;
  }

  const running = opened.move();
  return {
    ...shared,
    environment,
    url: publicUrl,
    app,
    databaseUrl,
    queue: { ...queue, work: adding(queue.work) },
    zoom,
    logged,
    cookieOf,
    startJobs: adding(() => startWorker(shared)),
    sandbox: () => vendors.sandbox,
    renew,
    stop: () => running.disposeAsync(),
  };
}
