import { type AddressInfo, createServer, connect as openSocket, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from '../database/connect.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, handle } from './define-job.ts';
import { openQueue } from './queue.ts';

let databaseUrl: string;
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await createDatabase());
  database = connect(databaseUrl, { poolSize: 1, onLostConnection: () => {} });
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});

/** Stands before the database. `silence` lets nothing more through the connections there are, and closes none. */
async function startProxy() {
  const { hostname, port } = new URL(databaseUrl);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = openSocket(Number(port), hostname);
    for (const socket of [near, far]) socket.on('error', () => {});
    near.pipe(far);
    far.pipe(near);
    sockets.push(near, far);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    silence() {
      for (const socket of sockets.splice(0)) socket.unpipe().pause();
    },
    [Symbol.dispose]: () => server.close(),
  };
}

test('jobs go on after every connection of the queue died without a word, and the log says so once, and once that it works again', async () => {
  using proxy = await startProxy();
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const queue = await openQueue(proxy.url, log);
  const job = defineJob<{ id: number }>('after-a-silence');
  const ran: number[] = [];
  await queue.prepare([job]);
  await queue.work([handle(job, async ({ id }) => void ran.push(id))]);
  const add = (id: number) =>
    database.transaction((transaction) => queue.add(transaction, job, { id }));

  await add(1);
  await expect.poll(() => ran).toEqual([1]);
  proxy.silence();
  await add(2);
  await expect.poll(() => ran, { timeout: 50_000 }).toEqual([1, 2]);
  await expect.poll(queue.secondsSinceLook).toBeLessThan(5);
  await expect.poll(() => logged.filter((line) => line.includes('the queue ')).length).toBe(2);
  await queue.stop();
});
