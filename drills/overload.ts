import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { openLoad, type Request } from '../bench/load.ts';
import { countHeldConnections, openSlowReaders } from '../bench/slow-readers.ts';
import { openStudent } from '../tests/support/students.ts';
import { atMost, type Drill, type Finding, figure, mustBe } from './drill.ts';
import { openSchool, type School } from './school.ts';

const connections = [10, 100, 1000];
const idleConnections = 2000;
const slowReaders = 10;

export const overload: Drill = {
  about: `One node: ${connections.join(', ')} connections at once, then ten alongside ${idleConnections} idle ones and ${slowReaders} readers of a long list who stop reading.`,
  defaultMinutes: 2,
  extraMinutes: 9,
  async run({ minutes, say }) {
    await using school = await openSchool();
    const { url } = await school.addNode();
    const seconds = (minutes * 60) / (connections.length + 1);
    const requests = await openReaders(school);
    const load = await openLoad();
    const findings: Finding[] = [];

    async function measure(name: string, count: number): Promise<void> {
      say(name);
      const health = watchReadiness(url);
      const plan = { urls: [url], connections: count, seconds, requests, canBeShed: true };
      const { perSecond, p99, shed } = await load.run(plan);
      findings.push(
        figure(`${name}: responses per second`, perSecond),
        figure(`${name}: 503 per second`, shed / seconds),
        atMost(`${name}: p99 of responses`, p99, 2000, ' ms'),
        atMost(`${name}: slowest /readyz`, await health.stop(), 200, ' ms'),
      );
    }

    for (const count of connections) await measure(`${count} connections`, count);
    const sockets = await openIdle(url, idleConnections);
    const readers = await openListReaders(school, url);
    await measure(`10 alongside ${idleConnections} idle and ${slowReaders} slow readers`, 10);
    const held = await countHeldConnections(school.databaseUrl);
    for (const socket of [...sockets, ...readers]) socket.destroy();
    await load.stop();
    return [...findings, mustBe('database connections held by slow readers', held, 0)];
  },
};

async function openReaders(school: School): Promise<Request[]> {
  const students = await Promise.all(Array.from({ length: 20 }, () => openStudent(school)));
  return students.map(({ cookie }) => ({ method: 'GET', path: '/api/schedule', cookie }));
}

function watchReadiness(url: string) {
  let slowest = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${url}/readyz`)).text();
      slowest = Math.max(slowest, performance.now() - began);
      await pause(100);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return slowest;
    },
  };
}

function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((open, fail) => {
    const socket = connect(Number(port), hostname, () => open(socket));
    socket.once('error', fail);
  });
}

async function openIdle(url: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const socket = await openSocket(url);
    socket.on('error', () => {});
    sockets.push(socket);
  }
  return sockets;
}

async function openListReaders(school: School, url: string): Promise<Socket[]> {
  await school.database.execute(sql`
    insert into people (role, email, first_name, last_name, start_date, created_at)
    select 'student', 'many-' || n || '@school.test', 'Sam', 'Many ' || n, '2026-01-01', now()
    from generate_series(1, 10000) n`);
  const { cookie } = await openStudent(school, { role: 'admin', startDate: null });
  return openSlowReaders(slowReaders, { url, path: '/api/students', cookie });
}
