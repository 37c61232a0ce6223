import { fork } from 'node:child_process';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Part {
  /** What the process said when it was ready. */
  greeting: unknown;
  ended: Promise<void>;
  stop(): Promise<void>;
}

type Environment = Record<string, string | undefined>;

/** Starts one process of the demo. It ends by itself when this one is gone, however that happens. */
export function startPart(file: string, environment: Environment): Promise<Part> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    env: environment as NodeJS.ProcessEnv,
    // In a group of its own, Ctrl-C reaches it only through us, in the right order.
    detached: true,
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((ready, failed) => {
    child.once('message', (greeting) => ready({ greeting, ended, stop }));
    ended.then(() => failed(new Error('The demo could not start.')));
  });
}

/** For developers: a part that starts anew whenever a source of it changes, and outlives its faults. */
export async function startWatchedPart(file: string, environment: Environment): Promise<Part> {
  let current: Promise<Part | null> = start();
  let pending: NodeJS.Timeout | undefined;
  const watchers = ['../server', '../contract', '../course'].map((folder) =>
    watch(new URL(folder, import.meta.url), { recursive: true }, () => {
      clearTimeout(pending);
      pending = setTimeout(() => {
        current = current.then((part) => part?.stop()).then(start);
      }, 100);
    }),
  );
  await current;
  return {
    greeting: undefined,
    ended: new Promise(() => {}),
    async stop() {
      for (const watcher of watchers) watcher.close();
      await (await current)?.stop();
    },
  };

  function start(): Promise<Part | null> {
    return startPart(file, environment).catch(() => null);
  }
}
