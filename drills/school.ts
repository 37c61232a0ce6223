import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Process, startProcess } from '../bench/processes.ts';
import { hideCapacity, settingsFor, withoutCapacity } from '../bench/setup.ts';
import { fillDemo } from '../src/demo/fill.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../src/demo/postgres/embedded.ts';
import type { SandboxKeys } from '../src/demo/settings.ts';
import type { vendors } from '../src/sandbox/fault-list.ts';
import { connect, type Database } from '../src/server/database/connect.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { clockMovedBy, machineClock } from '../src/server/platform/clock.ts';
import { startDatabaseProxy } from '../tests/support/database-proxy.ts';
import { discard } from '../tests/support/leftovers.ts';
import { type NodeProcess, startNodeProcess } from '../tests/support/node-process.ts';
import { startProxy } from '../tests/support/proxy.ts';

type ZoomFaults = Partial<Record<keyof typeof vendors.zoom.faults, unknown>>;

interface Options {
  databaseDirectory?: string;
  startServer?(directory: string): Promise<EmbeddedServer>;
  fill?(url: string, directory: string): Promise<void>;
  /** Uses the demo's timetable and a clock that the sandbox can move. */
  isDemo?: boolean;
}

/**
 * Runs a complete installation on this machine: a database with durable writes at a URL that survives restarts, the
 * sandbox, nodes with production settings, and a load balancer.
 */
export async function openSchool(options: Options = {}) {
  await using opened = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'course-portal-drill-'));
  opened.defer(async () => discard(directory));
  // When run as root, the database uses another account, which must be able to enter this directory.
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
  const database = connectSmallPool(databaseProxy.url);
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
  await hideCapacity(sandbox.readyMessage);
  const settings = {
    ...settingsFor(databaseProxy.url, sandbox.readyMessage),
    PUBLIC_URL: proxy.url,
    ...(options.isDemo && { PORTAL_MODE: 'demo', CLOCK_FILE: clockFile }),
  };
  const nodes = new Set<NodeProcess>();
  opened.defer(async () => {
    for (const node of nodes) await node.kill();
  });

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
  // If someone aborts the drill, stop all servers.
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
    /** Removes Zoom's limits per second and its limit on participants. */
    quietZoom: { noSecondLimits: true, ...withoutCapacity } satisfies ZoomFaults,
    settings,
    addNode,
    /** Kills the server the way a power failure would. */
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
  const database = connectSmallPool(url);
  await database.execute(makeReal);
  await database.$client.end();
}

/** Production nodes don't accept a demo database, and the demo's classes would get in the way. */
export const makeReal = `update installation set kind = 'production'; truncate classes cascade`;

export type School = Awaited<ReturnType<typeof openSchool>>;

function connectSmallPool(url: string): Database {
  return connect(url, { poolSize: 4, onLostConnection: () => {} });
}

function sandboxOf({ readyMessage, child }: Process<SandboxKeys>) {
  // All vendors in the sandbox share one port.
  const { origin } = new URL(readyMessage.zoom.baseUrl);
  return {
    url: origin,
    keys: readyMessage,
    pid: child.pid,
    async post(path: string, body: object = {}) {
      const response = await fetch(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`The sandbox returned ${response.status} for ${path}`);
    },
  };
}
