import fastify from 'fastify';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { reportHealth } from './health.ts';

const logged: string[] = [];

interface State {
  isWebBuilt?: boolean;
  isDraining?: boolean;
  secondsSinceLook?: number;
  databaseProblem?: string;
}

async function readinessOf({
  isWebBuilt = true,
  isDraining = false,
  secondsSinceLook = 2,
  databaseProblem,
}: State) {
  const stream = { write: (line: string) => void logged.push(line) };
  const app = fastify({ logger: { level: 'info', stream } });
  reportHealth(app, {
    databaseWatch: { whyNotReady: () => databaseProblem },
    queue: { secondsSinceLook: () => secondsSinceLook },
    figures: { registry: new Registry(), refresh: async () => {} },
    isWebBuilt,
    metricsToken: undefined,
    isDraining: () => isDraining,
  });
  const answer = await app.inject('/readyz');
  return [answer.statusCode, answer.json().message];
}

test('a node with a web build and a queue checked within the last minute is ready', async () => {
  expect(await readinessOf({})).toEqual([200, undefined]);
  expect(await readinessOf({ secondsSinceLook: 59 })).toEqual([200, undefined]);
});

test('a readiness check leaves no line in the log', async () => {
  await readinessOf({});
  expect(logged).toEqual([]);
});

test('a node without a web build is not ready and says what to do', async () => {
  expect(await readinessOf({ isWebBuilt: false })).toEqual([
    503,
    'the web pages aren’t built: run npm run build, then restart this node',
  ]);
});

test('a node that has not checked for jobs in a minute is not ready', async () => {
  expect(await readinessOf({ secondsSinceLook: 61 })).toEqual([
    503,
    'the queue has not checked for jobs in the last minute',
  ]);
});

test('a node with a database problem is not ready and names the problem', async () => {
  expect(await readinessOf({ databaseProblem: 'the database’s disk is full' })).toEqual([
    503,
    'the database’s disk is full',
  ]);
});

test('a node that is stopping is not ready', async () => {
  expect(await readinessOf({ isDraining: true })).toEqual([503, 'this node is stopping']);
});
