import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { findFreePort } from '../src/demo/postgres/embedded.ts';
import { giveTo, serverAccount } from '../src/demo/postgres/postgres-place.ts';

const run = promisify(execFile);
const versions = [18, 17, 16, 15];

/** Finds Debian's newest PostgreSQL on this machine, because it includes tools that the embedded one doesn't have. */
export function findDebianBinaries(): string {
  const found = versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find(
      (directory) =>
        existsSync(join(directory, 'pg_dump')) && existsSync(join(directory, 'initdb')),
    );
  if (found) return found;
  throw new Error(
    'This drill needs PostgreSQL with its tools (on Debian: apt install postgresql).',
  );
}

/** Debian's PostgreSQL account, which Patroni also uses. Only root can switch accounts. */
export function postgresAccount() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (process.getuid?.() !== 0 || !uid || !gid) {
    throw new Error('This drill runs servers as the account postgres, so please run it as root.');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

export async function startDebianServer(directory: string) {
  const binaries = findDebianBinaries();
  const account = serverAccount();
  const options = { ...account, cwd: '/' };
  mkdirSync(directory, { recursive: true });
  giveTo(account, directory);
  const data = join(directory, 'cluster');
  await run(
    join(binaries, 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=portal',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
    ],
    options,
  );
  const port = await findFreePort();
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300`;
  await run(
    join(binaries, 'pg_ctl'),
    [
      'start',
      '--wait',
      `--pgdata=${data}`,
      `--log=${join(directory, 'log')}`,
      `--options=${settings}`,
    ],
    options,
  );
  const address = `postgres://portal@127.0.0.1:${port}`;
  return {
    async openDatabase(name: string): Promise<string> {
      const client = new pg.Client(`${address}/postgres`);
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
      if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`);
      await client.end();
      return `${address}/${name}`;
    },
    async stop(): Promise<void> {
      await run(
        join(binaries, 'pg_ctl'),
        ['stop', '--mode=immediate', `--pgdata=${data}`],
        options,
      );
    },
  };
}
