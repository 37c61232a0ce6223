import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discard } from '../support/leftovers.ts';
import { openWorldOfNodes } from '../support/nodes.ts';

type World = Awaited<ReturnType<typeof openWorldOfNodes>>;

let world: World;
let node: Awaited<ReturnType<World['startNode']>>;
let directory: string;

/** Copies the bundle out of the repository, so that it can't find any installed packages. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-bundle-'));
  for (const part of ['server.js', 'portal.js', 'server', 'web']) {
    cpSync(join('dist', part), join(directory, 'dist', part), { recursive: true });
  }
  world = await openWorldOfNodes();
  node = await world.startNode({ NODE_OPTIONS: '' }, join(directory, 'dist/server.js'));
}, 60_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  discard(directory);
});

test('the bundle runs with plain node, without options or installed packages', async () => {
  expect((await fetch(`${node.url}/readyz`)).status).toBe(200);
});

test('the bundle serves the login page and its scripts', async () => {
  const page = await fetch(`${node.url}/login`);
  expect(page.status).toBe(200);
  const [, script = ''] = (await page.text()).match(/src="(\/assets\/[^"]+\.js)"/) ?? [];
  expect((await fetch(node.url + script)).status).toBe(200);
});

test('the bundle includes the command line', { timeout: 60_000 }, () => {
  const program = join(directory, 'dist/portal.js');
  const typed = ['add-admin', 'ada@school.test', 'Ada', 'Byron'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...typed], {
    env: { ...process.env, ...world.settings, NODE_OPTIONS: '' },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`${world.settings.PUBLIC_URL}/verify?token=`);
});

test('the command line ends quietly when its output is closed', { timeout: 60_000 }, () => {
  const program = join(directory, 'dist/portal.js');
  const typed = ['-c', '"$0" "$1" export-people students | :', process.execPath, program];
  const env = { ...process.env, ...world.settings, NODE_OPTIONS: '' };
  expect(spawnSync('sh', typed, { env, encoding: 'utf8' }).stderr).toBe('');
});

test('the bundle names the Node version it needs if Node is too old', () => {
  const older = 'Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })';
  const typed = ['--import', `data:text/javascript,${older}`, join(directory, 'dist/server.js')];
  const { status, stderr } = spawnSync(process.execPath, typed, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, 'The portal needs Node 22 or newer. This is 20.20.2.\n']);
});

test('a bundle without web pages is live but not ready', { timeout: 60_000 }, async () => {
  const bare = join(directory, 'without-web/dist');
  for (const part of ['server.js', 'server']) {
    cpSync(join('dist', part), join(bare, part), { recursive: true });
  }
  const other = await world.startNode({ NODE_OPTIONS: '' }, join(bare, 'server.js'));
  expect((await fetch(`${other.url}/healthz`)).status).toBe(200);
  const answer = await fetch(`${other.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ message: expect.stringContaining('pages aren’t built') });
  await other.stop();
});

test('an error logged by the bundle names the source line', async () => {
  await world.database.execute(sql`alter table sessions rename to elsewhere`);
  const answer = await fetch(`${node.url}/api/user`, { headers: { cookie: 'session=any' } });
  expect(answer.status).toBe(500);
  await expect.poll(node.output).toMatch(/src\/server\/[\w/-]+\.ts:\d+/);
});
