import { fork } from 'node:child_process';
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
