import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { demoSettings } from '../../src/demo/settings.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { openClock } from '../../src/sandbox/time-travel.ts';
import { connect } from '../../src/server/database/connect.ts';
import { testNow } from './clock.ts';
import { discard } from './leftovers.ts';
import { startNodeProcess } from './node-process.ts';
import { createDatabase } from './postgres.ts';
import { startProxy } from './proxy.ts';

export async function openWorldOfNodes(environment: Record<string, string> = {}) {
  await using opened = new AsyncDisposableStack();
  const { url: databaseUrl, drop } = await createDatabase();
  opened.defer(drop);
  const database = connect(databaseUrl, { poolSize: 2, onLostConnection: () => {} });
  opened.defer(() => database.$client.end());
  // New nodes would create meetings for all classes, which these tests don't need.
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

  async function startNode(change: Record<string, string> = {}, program = 'dist/server.js') {
    const node = await startNodeProcess({ ...settings, ...environment, ...change }, { program });
    running.defer(async () => void node.kill());
    return node;
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
