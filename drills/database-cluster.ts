import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from '../src/demo/postgres/embedded.ts';
import { giveTo } from '../src/demo/postgres/postgres-place.ts';
import { findDebianBinaries, postgresAccount } from './debian-postgres.ts';

const programs = ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy'];
const files = resolve('deploy/failover');

interface Member {
  name: string;
  port: number;
  apiPort: number;
  directory: string;
  patroni: ChildProcess;
}

/**
 * Runs three database servers with Patroni, one etcd and one HAProxy, using the files in deploy/failover. We can kill
 * or stop all of a server's processes at once, as if its machine had crashed or frozen.
 */
export async function openCluster(directory: string) {
  for (const program of programs) {
    if (existsSync(program)) continue;
    throw new Error(
      `This drill needs ${program} (on Debian: apt install patroni python3-etcd etcd-server haproxy postgresql).`,
    );
  }
  await using opened = new AsyncDisposableStack();
  const account = postgresAccount();
  // The servers run under another account, which must be able to enter this directory.
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  const password = randomBytes(12).toString('hex');
  const folder = (name: string) => {
    const path = join(directory, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    giveTo(account, path);
    return path;
  };

  function start(program: string, args: string[], name: string, environment = {}): ChildProcess {
    const log = openSync(join(directory, `${name}.log`), 'a');
    return spawn(program, args, {
      ...account,
      cwd: '/',
      env: { PATH: process.env.PATH, HOME: directory, ...environment },
      stdio: ['ignore', log, log],
    });
  }

  const [etcdPort, etcdPeerPort, listenPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const etcd = start(
    'etcd',
    [
      '--enable-v2=true',
      `--data-dir=${folder('etcd')}`,
      `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
      `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
      `--listen-peer-urls=http://127.0.0.1:${etcdPeerPort}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${etcdPeerPort}`,
      `--initial-cluster=default=http://127.0.0.1:${etcdPeerPort}`,
    ],
    'etcd',
  );
  opened.defer(async () => void etcd.kill('SIGKILL'));

  const members: Member[] = [];
  opened.defer(async () => {
    for (const member of members) signal(member, 'SIGKILL');
  });

  function startPatroni({ name, port, apiPort, directory: data }: Omit<Member, 'patroni'>) {
    return start('patroni', [join(files, 'patroni.yml')], name, {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: `127.0.0.1:${etcdPort}`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${apiPort}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${apiPort}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(data, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: findDebianBinaries(),
      PATRONI_POSTGRESQL_PGPASS: join(data, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
    });
  }

  for (const name of ['one', 'two', 'three']) {
    const place = {
      name,
      port: await findFreePort(),
      apiPort: await findFreePort(),
      directory: folder(name),
    };
    members.push({ ...place, patroni: startPatroni(place) });
    await waitFor(`${name} to run`, () =>
      isIn(place.apiPort, name === 'one' ? '/primary' : '/replica'),
    );
  }
  const environment = Object.fromEntries(
    members.flatMap(({ name, port, apiPort }) => [
      [`DATABASE_${name.toUpperCase()}`, `127.0.0.1:${port}`],
      [`DATABASE_${name.toUpperCase()}_API`, String(apiPort)],
    ]),
  );
  const haproxy = start('/usr/sbin/haproxy', ['-db', '-f', join(files, 'haproxy.cfg')], 'haproxy', {
    ...environment,
    DATABASE_LISTEN: `127.0.0.1:${listenPort}`,
  });
  opened.defer(async () => void haproxy.kill('SIGKILL'));

  const address = `postgres://postgres:${password}@127.0.0.1:${listenPort}`;
  const running = opened.move();
  return {
    /** Until HAProxy has checked all servers, it treats each of them as the primary. */
    async openDatabase(name: string): Promise<string> {
      for (let turn = 0; turn < members.length * 2; turn += 1) {
        await waitFor('the primary behind HAProxy', async () => {
          const isPrimary = await hasDatabase(`${address}/postgres`, name);
          if (!isPrimary) turn = 0;
          return isPrimary;
        });
      }
      return `${address}/${name}`;
    },
    stop: () => running.disposeAsync(),

    async primary(): Promise<Member> {
      let found: Member | undefined;
      await waitFor('a primary', async () => {
        for (const member of members) {
          if (!(await isIn(member.apiPort, '/primary'))) continue;
          found = member;
          return true;
        }
        return false;
      });
      if (!found) throw new Error('there is no primary');
      return found;
    },

    whole: () =>
      waitFor('all servers', async () => {
        const states = await Promise.all(members.map(({ apiPort }) => isIn(apiPort, '/health')));
        const standbys = await Promise.all(
          members.map(({ apiPort }) => isIn(apiPort, '/synchronous')),
        );
        return !states.includes(false) && standbys.includes(true);
      }),

    async crash(member: Member) {
      signal(member, 'SIGKILL');
    },
    restart(member: Member) {
      member.patroni = startPatroni(member);
    },
    freeze: (member: Member) => signal(member, 'SIGSTOP'),
    thaw: (member: Member) => signal(member, 'SIGCONT'),
    async switchOver({ name, apiPort }: Member) {
      const answer = await fetch(`http://127.0.0.1:${apiPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      });
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`);
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

function signal({ patroni, directory }: Member, kind: NodeJS.Signals): void {
  const pidFile = join(directory, 'data/postmaster.pid');
  const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  const pids = [patroni.pid ?? 0, ...treeOf(patroni.pid ?? 0), postmaster, ...treeOf(postmaster)];
  for (const pid of new Set(pids)) {
    try {
      if (pid > 1) process.kill(pid, kind);
    } catch {}
  }
}

function treeOf(parent: number): number[] {
  if (parent <= 1) return [];
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && parentOf(pid) === parent);
  return children.flatMap((child) => [child, ...treeOf(child)]);
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

async function isIn(apiPort: number, path: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(`http://127.0.0.1:${apiPort}${path}`, { signal }).catch(
    () => undefined,
  );
  return answer?.ok ?? false;
}

/** Creates the database if needed. Returns false if that fails, which happens on a standby. */
async function hasDatabase(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(
      'select pg_is_in_recovery() as standby, exists (select from pg_database where datname = $1) as exists',
      [name],
    );
    if (rows[0].standby) return false;
    if (!rows[0].exists) await client.query(`create database ${client.escapeIdentifier(name)}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitFor(what: string, isThere: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 120_000;
  while (!(await isThere())) {
    if (Date.now() > until) throw new Error(`Waited two minutes for ${what}.`);
    await pause(250);
  }
}
