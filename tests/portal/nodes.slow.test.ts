import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../src/server/database/connect.ts';
import { installation } from '../../src/server/database/schema.ts';
import { messageTo, openClient, tokenIn } from '../support/client.ts';
import { openWorldOfNodes } from '../support/nodes.ts';
import { createEmptyDatabase } from '../support/postgres.ts';
import { addClassOn } from '../support/students.ts';

type World = Awaited<ReturnType<typeof openWorldOfNodes>>;
type RunningNode = Awaited<ReturnType<World['startNode']>>;

const nora = 'new-student@demo.test';
let world: World;
let nodes: [RunningNode, RunningNode];

beforeAll(async () => {
  world = await openWorldOfNodes({ DRAIN_SECONDS: '1' });
  nodes = await Promise.all([world.startNode(), world.startNode()]);
}, 60_000);
afterAll(() => world[Symbol.asyncDispose]());

async function signIn(email: string) {
  const cookies = {};
  const [first, second] = [openClient(nodes[0], cookies), openClient(nodes[1], cookies)];
  await first.post('/api/auth/login', { email });
  const token = tokenIn(await messageTo(world, email));
  expect((await second.post('/api/auth/verify', { token })).status).toBe(200);
  return { cookies, first, second };
}

test('a session works on both nodes, and signing out on one ends it on both', async () => {
  const classId = await addClassOn(world, '2026-12-01');
  const { cookies, first, second } = await signIn(nora);
  expect((await first.get('/api/user')).body.email).toBe(nora);
  expect((await first.post(`/api/register/class/${classId}`)).status).toBe(200);
  expect((await second.get('/api/schedule')).body).toMatchObject([{ classId, classNumber: 5 }]);

  const stolen = openClient(nodes[0], { ...cookies });
  expect((await second.post('/api/auth/logout')).status).toBe(200);
  expect((await stolen.get('/api/user')).status).toBe(401);
  expect((await openClient(nodes[1], stolen.cookies).get('/api/user')).status).toBe(401);
});

test('replacing both nodes under load fails no request, and both stop cleanly', {
  timeout: 90_000,
}, async () => {
  const { proxy, startNode } = world;
  const { cookies } = await signIn('mid-course@demo.test');
  const targets = nodes.map(({ url }) => proxy.add(url));
  const statuses: number[] = [];
  let isOver = false;
  const visitors = Array.from({ length: 3 }, async () => {
    const visitor = openClient(proxy, { ...cookies });
    while (!isOver) {
      statuses.push((await visitor.get('/api/schedule')).status);
      await pause(20);
    }
  });

  for (const [at, target] of targets.entries()) {
    await expect.poll(() => target.answered, { timeout: 20_000 }).toBeGreaterThan(5);
    const leaving = nodes[at] as RunningNode;
    const [code, successor] = await Promise.all([leaving.stop(), startNode()]);
    expect([code, leaving.output()]).toEqual([0, '']);
    proxy.remove(target);
    nodes[at] = successor;
    const newcomer = proxy.add(successor.url);
    await expect.poll(() => newcomer.answered, { timeout: 20_000 }).toBeGreaterThan(5);
  }
  isOver = true;
  await Promise.all(visitors);
  expect(statuses.length).toBeGreaterThan(50);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0]);
});

test('a node that can’t start says why and exits', { timeout: 60_000 }, async () => {
  const { port } = new URL(world.proxy.url);
  const reasons: [change: Record<string, string>, sentence: string][] = [
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, 'DATABASE_URL points to 127.0.0.1:1'],
    [{ PORT: port }, `Port ${port} is already in use.`],
    [{ LINK_KEY: 'short' }, 'LINK_KEY is shorter than 32 characters'],
  ];
  for (const [change, sentence] of reasons) {
    await expect(world.startNode(change)).rejects.toThrow(sentence);
  }
});

const production = {
  PORTAL_MODE: 'production',
  CLOCK_FILE: '',
  LINK_KEY: 'a key of its own, as production asks for',
  METRICS_TOKEN: 'a-token-of-some-length',
  PUBLIC_URL: 'http://localhost:3000',
};

test('a production node refuses a demo’s database before it migrates', {
  timeout: 60_000,
}, async () => {
  const { database, startNode } = world;
  await database.execute(sql`delete from drizzle.__drizzle_migrations`);
  await expect(startNode(production)).rejects.toThrow('was filled by the demo (npm start)');
  const { rows } = await database.execute(sql`select 1 from drizzle.__drizzle_migrations`);
  expect(rows).toEqual([]);
});

test('a production node marks an unmarked database, and a demo node doesn’t', {
  timeout: 60_000,
}, async () => {
  const { url, drop } = await createEmptyDatabase();
  const database = connect(url, { poolSize: 1, onLostConnection: () => {} });
  const marks = () => database.select({ kind: installation.kind }).from(installation);
  const demo = await world.startNode({ DATABASE_URL: url });
  await demo.stop();
  expect(await marks()).toEqual([]);
  const real = await world.startNode({ ...production, DATABASE_URL: url });
  await real.stop();
  expect(await marks()).toEqual([{ kind: 'production' }]);
  await expect(world.startNode({ DATABASE_URL: url })).rejects.toThrow('belongs to a real portal');
  await database.$client.end();
  await drop();
});
