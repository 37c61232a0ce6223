import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from '../database/connect.ts';
import { reportHealth } from './health.ts';

let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 1, onLostConnection: () => {} });
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});

async function readinessOf({ isWebBuilt = true, isDraining = false, secondsSinceLook = 2 }) {
  const app = fastify();
  reportHealth(app, {
    database,
    queue: { secondsSinceLook: () => secondsSinceLook },
    isWebBuilt,
    metricsToken: undefined,
    isDraining: () => isDraining,
  });
  const answer = await app.inject('/readyz');
  return [answer.statusCode, answer.json().message];
}

test('a node with a web whose queue was looked at within the last minute is ready', async () => {
  expect(await readinessOf({})).toEqual([200, undefined]);
  expect(await readinessOf({ secondsSinceLook: 59 })).toEqual([200, undefined]);
});

test('a node without a web is not ready and says what to do', async () => {
  expect(await readinessOf({ isWebBuilt: false })).toEqual([
    503,
    'the web is not built: run npm run build and start this node again',
  ]);
});

test('a node that has not looked for jobs for a minute is not ready', async () => {
  expect(await readinessOf({ secondsSinceLook: 61 })).toEqual([
    503,
    'the queue has not looked for jobs for a minute',
  ]);
});

test('a node that is stopping is not ready', async () => {
  expect(await readinessOf({ isDraining: true })).toEqual([503, 'this node is stopping']);
});
