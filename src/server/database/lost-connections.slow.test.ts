import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../tests/support/client.ts';
import { openWorldOfNodes } from '../../../tests/support/nodes.ts';
import { addClassOn } from '../../../tests/support/students.ts';

const nora = 'new-student@demo.test';

test('a node survives losing all its connections again and again', {
  timeout: 60_000,
}, async () => {
  await using world = await openWorldOfNodes();
  const classId = await addClassOn(world, '2026-12-01');
  const node = await world.startNode();
  const browser = openClient(node);
  await browser.post('/api/auth/login', { email: nora });
  await browser.post('/api/auth/verify', { token: tokenIn(await messageTo(world, nora)) });

  const statuses: number[] = [];
  let isOver = false;
  const visitors = Array.from({ length: 12 }, async (_, at) => {
    const visitor = openClient(node, { ...browser.cookies });
    const register = () => visitor.post(`/api/register/class/${classId}`);
    const look = () => visitor.get('/api/schedule');
    while (!isOver) statuses.push((await (at % 2 ? look() : register())).status);
  });
  for (let round = 0; round < 12; round += 1) {
    const seen = statuses.length;
    await expect.poll(() => statuses.length, { timeout: 20_000 }).toBeGreaterThan(seen + 20);
    await world.database.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'course-portal%'
        and pid <> pg_backend_pid()`);
  }
  isOver = true;
  await Promise.all(visitors);
  expect(statuses.filter((status) => status !== 200 && status !== 500)).toEqual([]);

  const afterwards = await Promise.all(visitors.map(() => browser.get('/api/schedule')));
  expect(afterwards.map(({ status, body }) => [status, body.length])).toEqual(
    visitors.map(() => [200, 1]),
  );
  expect(await node.stop()).toBe(0);
});
