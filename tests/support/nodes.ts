import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { demoSettings } from '../../src/demo/settings.ts';
import { openClock } from '../../src/sandbox/clock.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { connect } from '../../src/server/database/connect.ts';
import { testNow } from './clock.ts';
import { discard } from './leftovers.ts';
import { createDatabase } from './postgres.ts';
import { startProxy } from './proxy.ts';

/** What several nodes share: one database without classes, one sandbox, one clock, one proxy in front. */
export async function openWorldOfNodes(environment: Record<string, string> = {}) {
  await using opened = new AsyncDisposableStack();
  const { url: databaseUrl, drop } = await createDatabase();
  opened.defer(drop);
  const database = connect(databaseUrl, { poolSize: 2, onLostConnection: () => {} });
  opened.defer(() => database.$client.end());
  // Nodes that start make the meetings of all classes there are, which is another story.
  await database.execute(sql`truncate classes cascade`);

  const directory = mkdtempSync(join(tmpdir(), 'course-portal-nodes-'));
  opened.defer(async () => discard(directory));
  const clockFile = join(directory, 'clock');
  const clock = openClock(clockFile);
  clock.moveTo(testNow);
  const proxy = await startProxy();
  opened.defer(proxy.stop);
  const host = '127.0.0.1';
  const sandbox = await startSandbox({
    host,
    port: 0,
    directory,
    clock,
    portalUrl: proxy.url,
    twilioTakesLocalCallbacks: true,
  });
  opened.defer(sandbox.stop);
  const settings = demoSettings({
    host,
    port: 0,
    publicUrl: proxy.url,
    databaseUrl,
    clockFile,
    sandboxUrl: sandbox.url,
    sandbox: sandbox.keys,
  });

  const running = opened.move();

  /** A process of its own, the built server as in production, on whatever port is free. */
  async function startNode(change: Record<string, string> = {}, program = 'dist/server.js') {
    const child = fork(program, {
      env: { ...process.env, ...settings, ...environment, ...change },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.defer(async () => void child.kill('SIGKILL'));
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        said += chunk;
      });
    }
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    const url = await Promise.race([
      once(child, 'message').then(([address]) => address as string),
      ended.then(() => {
        throw new Error(`The node did not start: ${said}`);
      }),
    ]);
    return {
      url,
      /** Its complaints; it says nothing else. */
      said: () => said,
      /** Ends it as a power cut would. */
      kill() {
        child.kill('SIGKILL');
        return ended;
      },
      /** Ends it as an operator would; the answer is its exit code. */
      stop() {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }

  return {
    database,
    clock,
    sandbox,
    proxy,
    settings,
    startNode,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
