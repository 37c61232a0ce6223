import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Process<Message> {
  child: ChildProcess;
  /** The message that it sent when it was ready. */
  readyMessage: Message;
  stop(): Promise<void>;
}

/** Both sides of a comparison run as processes of their own, as they would in production. */
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

const debianPlaces = [18, 17, 16, 15].map((version) => `/usr/lib/postgresql/${version}/bin`);

/** PostgreSQL's own clients do not come with the embedded server; those of the machine are used. */
export function findClient(name: 'psql' | 'pgbench'): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...debianPlaces];
  return places.map((place) => join(place, name)).find((path) => existsSync(path));
}

export const noClient = (name: string) =>
  `${name} is not on this machine (Debian: apt install postgresql-client postgresql-contrib)`;

export async function run(command: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** Resident memory in MB, where the system tells. */
export function residentMemory(pid: number | undefined): number | null {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * 4096) / 1024 / 1024;
  } catch {
    return null;
  }
}
