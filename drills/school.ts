import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Process, startProcess } from '../bench/processes.ts';
import { settingsFor } from '../bench/setup.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../src/demo/postgres/embedded.ts';
import type { SandboxKeys } from '../src/demo/settings.ts';
import { connect, type Database } from '../src/server/database/connect.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { clockMovedBy, machineClock } from '../src/server/platform/clock.ts';
import { startDatabaseProxy } from '../tests/support/database-proxy.ts';
import { discard } from '../tests/support/leftovers.ts';
import { type NodeProcess, startNodeProcess } from '../tests/support/node-process.ts';
import { startProxy } from '../tests/support/proxy.ts';

interface Options {
  /** Where the database's files lie. */
  databaseDirectory?: string;
  /** In place of the PostgreSQL that comes with the packages. */
  startServer?(directory: string): Promise<EmbeddedServer>;
  /** In place of this program's own tables and the demo's people. */
  fill?(url: string, directory: string): Promise<void>;
  /** With the demo's timetable, and a clock that the sandbox moves. */
  isDemo?: boolean;
}

/**
 * A whole installation for one drill, all of it on this machine: a database whose writes are safe, behind an address that
 * stays when it is restarted; the sandbox; nodes with production's settings; a balancer in front of them.
 */
export async function openSchool(options: Options = {}) {
  await using opened = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-drill-'));
  opened.defer(async () => discard(directory));
  // As root, the database runs under an account that must be able to enter.
  chmodSync(directory, 0o755);

  const files = options.databaseDirectory ?? join(directory, 'postgres');
  const startServer = () =>
    options.startServer?.(files) ?? startEmbeddedServer(files, ['max_connections=300']);
  let server = await startServer();
  opened.defer(() => server.stop().catch(() => {}));
  const databaseName = 'drill';
  const realUrl = await server.openDatabase(databaseName);
  const databaseProxy = await startDatabaseProxy(realUrl);
  opened.defer(databaseProxy.stop);
  if (options.isDemo) await fillWithDemo(realUrl);
  else await (options.fill ?? fillWithCourse)(realUrl, directory);
  const database = connectPatiently(databaseProxy.url);
  opened.defer(() => database.$client.end());

  const proxy = await startProxy();
  opened.defer(proxy.stop);
  const clockFile = join(directory, 'clock');
  const sandbox = await startProcess<SandboxKeys>('dist/demo/sandbox.js', {
    SANDBOX_PORT: '0',
    SANDBOX_DIRECTORY: join(directory, 'sandbox'),
    CLOCK_FILE: clockFile,
    PUBLIC_URL: proxy.url,
  });
  opened.defer(sandbox.stop);
  const settings = {
    ...settingsFor(databaseProxy.url, sandbox.readyMessage),
    PUBLIC_URL: proxy.url,
    ...(options.isDemo && { PORTAL_MODE: 'demo', CLOCK_FILE: clockFile }),
  };
  const nodes = new Set<NodeProcess>();
  opened.defer(async () => {
    for (const node of nodes) await node.kill();
  });

  /** Starts a node and puts it behind the balancer. */
  async function addNode(
    change: Record<string, string> = {},
    how: Parameters<typeof startNodeProcess>[1] = {},
  ) {
    const node = await startNodeProcess({ ...settings, ...change }, how);
    nodes.add(node);
    const target = proxy.add(node.url);
    const leave = () => {
      nodes.delete(node);
      proxy.remove(target);
    };
    return {
      ...node,
      async kill() {
        leave();
        return node.kill();
      },
      async stop() {
        leave();
        return node.stop();
      },
    };
  }

  const running = opened.move();
  // Whoever ends the drill half way leaves no server behind.
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) {
    process.once(event, () => running.disposeAsync().finally(() => process.exit(1)));
  }
  return {
    directory,
    url: proxy.url,
    database,
    databaseUrl: databaseProxy.url,
    databaseProxy,
    databaseName,
    databaseFiles: files,
    clock: options.isDemo ? clockMovedBy(clockFile) : machineClock,
    sandbox: sandboxOf(sandbox),
    /** No meetings but the portal's, and no limits a second: what a drill is not about. */
    quietZoom: { noOtherMeetings: true, noSecondLimits: true },
    settings,
    addNode,
    /** Ends the database as a power cut would. */
    killDatabase() {
      const pidFile = readFileSync(join(files, 'cluster/postmaster.pid'), 'utf8');
      process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    },
    stopDatabase: () => server.stop(),
    async startDatabase() {
      server = await startServer();
      databaseProxy.moveTo(await server.openDatabase(databaseName));
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function fillWithDemo(url: string): Promise<void> {
  await migrate(url);
  await fillDemo(url, new Date());
}

async function fillWithCourse(url: string): Promise<void> {
  await fillWithDemo(url);
  const database = connectPatiently(url);
  await database.execute(makeReal);
  await database.$client.end();
}

/** Nodes with production's settings refuse a demo, and its classes would only be in the way. */
export const makeReal = `update installation set kind = 'production'; truncate classes cascade`;

export type School = Awaited<ReturnType<typeof openSchool>>;

function connectPatiently(url: string): Database {
  return connect(url, { poolSize: 4, onLostConnection: () => {} });
}

function sandboxOf({ readyMessage, child }: Process<SandboxKeys>) {
  // All vendors of the sandbox are on one port.
  const { origin } = new URL(readyMessage.zoom.baseUrl);
  return {
    url: origin,
    keys: readyMessage,
    pid: child.pid,
    async post(path: string, body: object = {}) {
      const answer = await fetch(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} to ${path}`);
    },
  };
}
