import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface NodeProcess {
  url: string;
  pid: number | undefined;
  output(): string;
  kill(): Promise<number | null>;
  stop(): Promise<number | null>;
}

export async function startNodeProcess(
  environment: Record<string, string>,
  { program = 'dist/server.js', directory = process.cwd(), preload = [] as string[] } = {},
): Promise<NodeProcess> {
  const child = fork(program, {
    cwd: directory,
    env: { ...process.env, ...environment },
    execArgv: preload.map((file) => `--import=${file}`),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collectOutput(child);
  // Wait for 'close', because 'exit' can come before the last output.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const url = await Promise.race([
    once(child, 'message').then(([address]) => address as string),
    ended.then(() => {
      throw new Error(`The node did not start: ${output()}`);
    }),
  ]);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    pid: child.pid,
    output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function collectOutput(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  return () => output;
}
