import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '../../server/database/client.ts';
import { findBinaries, giveTo, placeServerFiles, serverAccount } from './postgres-place.ts';

export interface EmbeddedServer {
  openDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

const user = 'portal';

/** Starts the PostgreSQL that npm installed, or reuses a server that is already running in this directory. */
export async function startEmbeddedServer(
  requested: string,
  options: string[] = [],
): Promise<EmbeddedServer> {
  const account = serverAccount();
  const files = placeServerFiles(requested, account);
  const binaries = await findBinaries(account);
  const data = join(files, 'cluster');
  const passwordFile = join(resolve(requested), 'postgres-password');
  // If the requested directory was deleted, start over, even if the server's files still exist elsewhere.
  if (files !== resolve(requested) && !existsSync(passwordFile)) await discardCluster();
  const password = readOrCreatePassword(passwordFile);

  if (!existsSync(data)) createCluster();
  const port = (await portInUse()) ?? (await startServerWithRetries());
  return { openDatabase, stop: () => stopServer(data) };

  async function discardCluster() {
    await stopServer(data);
    rmSync(data, { recursive: true, force: true });
  }

  async function openDatabase(name: string) {
    const address = `postgres://${user}:${password}@127.0.0.1:${port}`;
    await withClient(`${address}/postgres`, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
    });
    return `${address}/${name}`;
  }

  function createCluster() {
    const unfinished = join(files, 'cluster.unfinished');
    const onceFile = join(files, 'password.once');
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    writeFileSync(onceFile, password, { mode: 0o600 });
    for (const path of [unfinished, onceFile]) giveTo(account, path);
    const made = spawnSync(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${user}`,
        `--pwfile=${onceFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ],
      { ...account, cwd: '/', encoding: 'utf8' },
    );
    rmSync(onceFile, { force: true });
    if (made.status !== 0) {
      throw new Error(`PostgreSQL couldn’t set up ${files}: ${made.stderr || made.error}`);
    }
    renameSync(unfinished, data);
  }

  /** Waits while a server recovers. If nothing responds, assumes that the PID now belongs to another process. */
  async function portInUse(): Promise<number | undefined> {
    for (let tries = 0; tries < 250; tries += 1) {
      const running = readPidFile(data);
      if (!running) return undefined;
      if (await isUp(running.port, password)) return running.port;
      await pause(40);
    }
    return undefined;
  }

  /** After someone kills the old server, a new one can't start until the old workers have exited. */
  async function startServerWithRetries(): Promise<number> {
    for (let tries = 0; tries < 20; tries += 1) {
      const port = await startServer().catch(() => undefined);
      if (port) return port;
      await pause(250);
    }
    return startServer();
  }

  async function startServer(): Promise<number> {
    const port = await findFreePort();
    const logFile = join(files, 'postgres.log');
    const log = openSync(logFile, 'w', 0o600);
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...options];
    // Detached, so that Ctrl-C doesn't stop the database before the portal.
    const server = spawn(
      binaries.postgres,
      ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...account, cwd: '/', detached: true, stdio: ['ignore', log, log] },
    );
    server.unref();
    const ended = new Promise<string>((done) => {
      server.on('error', (error) => done(error.message));
      server.on('exit', () => done(readIfPossible(logFile).trim()));
    });
    while (!(await isUp(port, password))) {
      const reason = await Promise.race([ended, pause(20)]);
      if (reason !== undefined) throw new Error(`PostgreSQL didn’t start: ${reason}`);
    }
    return port;
  }
}

function readOrCreatePassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/** A killed server leaves its PID file behind, so this checks whether the process is still running. */
function readPidFile(data: string): { pid: number; port: number } | undefined {
  const [pid, , , port] = readIfPossible(join(data, 'postmaster.pid')).split('\n');
  return pid && isRunning(Number(pid)) ? { pid: Number(pid), port: Number(port) } : undefined;
}

/** Returns an empty string if the file doesn't exist or we can't read it. */
function readIfPossible(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export async function stopServerIn(requested: string): Promise<void> {
  return stopServer(join(placeServerFiles(requested, serverAccount()), 'cluster'));
}

async function stopServer(data: string): Promise<void> {
  const running = readPidFile(data);
  if (!running || !interrupt(running.pid)) return;
  while (isRunning(running.pid)) await pause(20);
}

/** Returns false if the process has just exited, or if another account now uses its PID. */
function interrupt(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGINT');
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isUp(port: number, password: string): Promise<boolean> {
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  return withClient(url, async () => true).catch(() => false);
}

export async function findFreePort(): Promise<number> {
  const { port, release } = await holdPort();
  await release();
  return port;
}

/**
 * Reserves a free port until `release` is called. Outgoing connections use higher ports, so they can't take this one
 * before a server listens on it.
 */
export async function holdPort(): Promise<{ port: number; release(): Promise<void> }> {
  while (true) {
    const port = randomInt(15_000, 32_000);
    const holder = createServer().listen(port, '127.0.0.1');
    const isFree = await once(holder, 'listening').then(
      () => true,
      () => false,
    );
    if (isFree) {
      return { port, release: () => new Promise((closed) => holder.close(() => closed())) };
    }
  }
}
