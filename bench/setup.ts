import { mkdtempSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { fillDemo } from '../src/demo/fill.ts';
import { startEmbeddedServer } from '../src/demo/postgres/embedded.ts';
import { demoSettings, type SandboxKeys } from '../src/demo/settings.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { discard } from '../tests/support/leftovers.ts';
import { addStudents, type People } from './fill.ts';
import { addJourneys } from './journey-fill.ts';
import { type Process, startProcess } from './processes.ts';
import { withClient } from './statements.ts';

export interface Filled {
  name: string;
  url: string;
  people: People;
}

export interface Portal {
  url: string;
  pid: number | undefined;
}

/** Starts a new PostgreSQL server with default settings (fsync on) for the portals that we compare. */
export async function openSetup() {
  await using opened = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-bench-'));
  opened.defer(async () => discard(directory));
  // When run as root, the database uses another account, which must be able to enter this directory.
  await chmod(directory, 0o755);
  const server = await startEmbeddedServer(join(directory, 'postgres'));
  opened.defer(server.stop);
  // This connection stays open. Its process ID leads us to the server's.
  const watching = new pg.Client(await server.openDatabase('watching'));
  watching.on('error', () => {});
  await watching.connect();
  opened.defer(() => watching.end());
  const { rows } = await watching.query<{ pid: number }>('select pg_backend_pid() as pid');
  const filled = new Map<string, Promise<Filled>>();

  async function fill(name: string, add: (url: string) => Promise<People>): Promise<Filled> {
    const url = await server.openDatabase(name);
    await migrate(url);
    await fillDemo(url, new Date());
    return { name, url, people: await add(url) };
  }

  function fillOnce(name: string, add: (url: string) => Promise<People>): Promise<Filled> {
    const made = filled.get(name) ?? fill(name, add);
    filled.set(name, made);
    return made;
  }

  async function startPortal({ url: databaseUrl, name }: Filled, nodes = 1) {
    await using started = new AsyncDisposableStack();
    const publicUrl = 'http://localhost:3000';
    const clockFile = join(directory, `clock-${name}`);
    const sandbox = await startProcess<SandboxKeys>('dist/demo/sandbox.js', {
      SANDBOX_PORT: '0',
      SANDBOX_DIRECTORY: join(directory, `sandbox-${name}`),
      CLOCK_FILE: clockFile,
      PUBLIC_URL: publicUrl,
    });
    started.defer(sandbox.stop);
    await hideCapacity(sandbox.readyMessage);
    const settings = settingsFor(databaseUrl, sandbox.readyMessage);
    const portals: Process<string>[] = [];
    for (let node = 0; node < nodes; node += 1) {
      const portal = await startProcess<string>('dist/server.js', settings);
      started.defer(portal.stop);
      portals.push(portal);
    }
    await waitForJobs(databaseUrl);
    const running = started.move();
    return {
      nodes: portals.map(
        ({ readyMessage, child }): Portal => ({ url: readyMessage, pid: child.pid }),
      ),
      settings,
      stop: () => running.disposeAsync(),
    };
  }

  const running = opened.move();
  return {
    directory,
    databasePid: rows[0]?.pid ?? 0,
    database: (students: number) =>
      fillOnce(`students_${students}`, (url) => addStudents(url, students)),
    /** Opens a database for a single comparison, because its jobs continue for minutes. */
    ownDatabase: (name: string, students: number) =>
      fillOnce(name, (url) => addStudents(url, students)),
    journeys: (students: number) =>
      fillOnce(`journeys_${students}`, (url) => addJourneys(url, students)),
    startPortal,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type Setup = Awaited<ReturnType<typeof openSetup>>;

export function settingsFor(databaseUrl: string, sandbox: SandboxKeys): Record<string, string> {
  const addresses = { host: '127.0.0.1', port: 0, publicUrl: 'http://localhost:3000', databaseUrl };
  return {
    ...demoSettings({ ...addresses, clockFile: '', sandboxUrl: 'http://localhost:3001', sandbox }),
    PORTAL_MODE: 'production',
    LINK_KEY: 'a key that only the bench uses, for production',
    METRICS_TOKEN: 'a token that the bench never uses',
  };
}

/** Lets any number of people into a class, because Zoom doesn't say how many its plan allows. */
export const withoutCapacity = { meetingCapacity: null };

export async function hideCapacity({ zoom }: SandboxKeys): Promise<void> {
  await fetch(new URL('/zoom/faults', zoom.baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(withoutCapacity),
  });
}

/** No server listens at this URL. */
const unused = 'http://127.0.0.1:1';
const key = 'a key that opens nothing';
export const unusedVendors: SandboxKeys = {
  smtpUrl: 'smtp://127.0.0.1:1',
  smtpCaFile: '',
  twilio: {
    baseUrl: unused,
    messagingUrl: unused,
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: key,
    loginSender: '+12025550143',
    reminderSender: '+12025550144',
  },
  zoom: {
    baseUrl: unused,
    oauthUrl: unused,
    accountId: 'a',
    clientId: 'b',
    clientSecret: key,
    webhookSecret: key,
    hostUser: 'c',
  },
  retreats: { webhookSecret: key },
};

/** A new portal first creates half a year of meetings, which we don't want to measure. */
export async function waitForJobs(databaseUrl: string) {
  await withClient(databaseUrl, async (client) => {
    for (let quiet = 0; quiet < 3; ) {
      await pause(500);
      const { rows } = await client.query(
        `select count(*)::int as open from pgboss.job where state < 'completed' and start_after < now() and name <> 'dead-jobs'`,
      );
      quiet = rows[0].open === 0 ? quiet + 1 : 0;
    }
  });
}
