import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type pg from 'pg';

interface Program {
  name: string;
  file: string;
  args: string[];
  env?: Record<string, string>;
}

const mostPrinted = 500;

/** A command from the settings. It can use the arguments as $1, $2 and so on. */
export const shell = (name: string, command: string, ...args: string[]): Program => ({
  name,
  file: '/bin/sh',
  args: ['-c', command, name, ...args],
});

/** Throws if PostgreSQL's program is missing, or older than the server, whose databases it would then refuse. */
export async function findTool(
  client: pg.Client,
  name: 'pg_dump' | 'pg_restore',
  pgDump: string | undefined,
): Promise<string> {
  const file = pgDump ? join(dirname(pgDump), name) : name;
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  const { major } = rows[0];
  const advice = `Install PostgreSQL’s client programs, version ${major} or newer (on Debian: postgresql-client), or set PG_DUMP to the path of their pg_dump.`;
  const version = await promisify(execFile)(file, ['--version']).catch(() => null);
  if (!version) throw new Error(`We couldn’t run ${file}. ${advice}`);
  const [found] = version.stdout.match(/\d+/) ?? [];
  if (Number(found) >= major) return file;
  throw new Error(`${file} has version ${found}, but the database server has ${major}. ${advice}`);
}

/** Passes the password in the environment, because everyone on the machine can read the arguments. */
export function connectTool(file: string, databaseUrl: string, args: string[]): Program {
  const url = new URL(databaseUrl);
  const env = { PGPASSWORD: decodeURIComponent(url.password) };
  url.password = '';
  return { name: file, file, args: [...args, '--no-password', `--dbname=${url.href}`], env };
}

/** Runs the programs as one pipe from `input` to `write`. If some fail, throws what they printed. */
export async function runPipe(
  input: Readable | null,
  programs: Program[],
  write = async (last: Readable): Promise<void> => void last.resume(),
): Promise<void> {
  const ends: Promise<void>[] = [];
  let source = input;
  for (const { name, file, args, env } of programs) {
    const child = spawn(file, args, {
      env: { ...process.env, ...env },
      stdio: [source ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
    ends.push(endOf(name, child));
    if (source && child.stdin) ends.push(pipeline(source, child.stdin));
    source = child.stdout;
  }
  if (source) ends.push(write(source));
  const results = await Promise.allSettled(ends);
  const failed = results.filter((one) => one.status === 'rejected');
  if (failed.length === 0) return;
  const messages = failed.map(({ reason }) => (reason as Error).message);
  // If one program fails, its neighbors only notice that the pipe is broken.
  const causes = messages.filter((message) => !/EPIPE|SIGPIPE|Premature close/.test(message));
  throw new Error((causes.length > 0 ? causes : messages).join('; '));
}

async function endOf(name: string, child: ChildProcess): Promise<void> {
  const printed = child.stderr ? text(child.stderr) : '';
  const [code, signal] = await once(child, 'close');
  const reason = (await printed).trim().slice(-mostPrinted) || 'without a message';
  if (code !== 0) throw new Error(`${name} failed (${signal ?? code}): ${reason}`);
}
