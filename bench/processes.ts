import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Process<Message> {
  child: ChildProcess;
  readyMessage: Message;
  stop(): Promise<void>;
}

export async function startProcess<Message>(
  file: string,
  environment: Record<string, string | undefined> = {},
): Promise<Process<Message>> {
  const child = fork(file, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const readyMessage = await Promise.race([
    once(child, 'message').then(([message]) => message as Message),
    ended.then(([code]) => {
      throw new Error(`${file} ended with ${code} before it was ready`);
    }),
  ]);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { child, readyMessage, stop };
}

export async function startBareServer(response: Response) {
  const sentByNode = ['date', 'connection', 'keep-alive'];
  const headers = [...response.headers].filter(([name]) => !sentByNode.includes(name));
  const { readyMessage, child, stop } = await startProcess<string>('bench/bare-server-process.ts', {
    HEADERS: JSON.stringify(Object.fromEntries(headers)),
    BODY: await response.text(),
  });
  return { url: readyMessage, pid: child.pid, stop };
}

const debianPlaces = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`);

/** The embedded PostgreSQL doesn't include client programs, so this finds the machine's. */
export function findClient(name: 'psql' | 'pgbench'): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...debianPlaces];
  return places.map((place) => join(place, name)).find((path) => existsSync(path));
}

export const noClient = (name: string) =>
  `${name} is not installed (on Debian: apt install postgresql-client postgresql-contrib)`;

export async function run(
  command: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, {
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Returns the resident memory in MB, or null if the system doesn't report it. */
export function residentMemory(pid: number | undefined): number | null {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * 4096) / 1024 / 1024;
  } catch {
    return null;
  }
}

/** Returns the process's CPU time so far in milliseconds, or undefined if the system doesn't report it. */
export function cpuTime(pid: number | undefined): number | undefined {
  const stat = readStat(pid);
  return stat && (stat.own * 1000) / ticksASecond;
}

/** The CPU time of a whole PostgreSQL server, including exited processes. `backend` is one of its PIDs. */
export function cpuTimeOfServer(backend: number): number | undefined {
  const server = readStat(backend)?.parent;
  const main = readStat(server);
  if (!main) return undefined;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? [])
    .filter(({ parent }) => parent === server);
  const ticks = children.reduce((sum, { own }) => sum + own, main.own + main.ofEndedChildren);
  return (ticks * 1000) / ticksASecond;
}

/** Linux counts CPU time in this unit in /proc. */
const ticksASecond = 100;

function readStat(pid: number | undefined) {
  try {
    // The process name is in parentheses and may contain spaces.
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?!.*\) )/);
    const fields = rest.split(' ').map(Number);
    const sum = (...places: number[]) => places.reduce((all, at) => all + (fields[at] ?? 0), 0);
    return { parent: fields[1], own: sum(11, 12), ofEndedChildren: sum(13, 14) };
  } catch {
    return undefined;
  }
}
