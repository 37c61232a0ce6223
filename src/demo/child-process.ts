import { fork } from 'node:child_process';
import { watch } from 'node:fs';

export interface Program {
  readyMessage: unknown;
  ended: Promise<void>;
  stop(): Promise<void>;
}

type Environment = Record<string, string | undefined>;

/** Starts one of the demo's processes. The new process exits when this one does, even if this one crashes. */
export function startProgram(file: string, environment: Environment): Promise<Program> {
  const child = fork(file, [], {
    env: environment as NodeJS.ProcessEnv,
    // Ctrl-C doesn't reach a separate process group, so we can stop the processes in the right order.
    detached: true,
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return new Promise((ready, failed) => {
    child.once('message', (readyMessage) => ready({ readyMessage, ended, stop }));
    ended.then(() => failed(new Error('The demo couldn’t start. See the messages above.')));
  });
}

/** For development: restarts the program whenever its source code changes, even if it failed to start. */
export async function startWatchedProgram(
  file: string,
  environment: Environment,
): Promise<Program> {
  let current: Promise<Program | null> = start();
  let pending: NodeJS.Timeout | undefined;
  const watchers = ['src/server', 'src/contract', 'src/course'].map((folder) =>
    watch(folder, { recursive: true }, () => {
      clearTimeout(pending);
      pending = setTimeout(() => {
        current = current.then((program) => program?.stop()).then(start);
      }, 100);
    }),
  );
  await current;
  return {
    readyMessage: undefined,
    ended: new Promise(() => {}),
    async stop() {
      for (const watcher of watchers) watcher.close();
      await (await current)?.stop();
    },
  };

  function start(): Promise<Program | null> {
    return startProgram(file, environment).catch(() => null);
  }
}
