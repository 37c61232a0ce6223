import { expect, test } from 'vitest';
import { registrations } from '../../src/server/database/schema.ts';
import { addCourse, writeUntil } from '../support/acknowledged-writes.ts';
import { compareWithDatabase } from '../support/compare-records.ts';
import { openWorldOfNodes } from '../support/nodes.ts';

const enough = 60;

test('killing one of two nodes during writes loses and doubles nothing that was acknowledged', {
  timeout: 90_000,
}, async () => {
  await using world = await openWorldOfNodes();
  const { database, clock, proxy, startNode } = world;
  const portal = { url: proxy.url, database, clock };
  const course = await addCourse(portal);
  const [victim, survivor] = await Promise.all([startNode(), startNode()]);
  for (const { url } of [victim, survivor]) proxy.add(url);
  let isOver = false;
  const writing = writeUntil(portal, course, { atOnce: 4, isOver: () => isOver });
  const written = () => database.$count(registrations);
  await expect.poll(written).toBeGreaterThan(enough / 3);
  await victim.kill();
  const atKill = await written();
  await expect.poll(written).toBeGreaterThan(atKill + enough / 3);
  isOver = true;
  const ledger = await writing;
  expect(ledger.refused).toEqual([]);
  expect(ledger.acknowledgedAt.length).toBeGreaterThan(enough / 2);
  expect(await compareWithDatabase(database, ledger)).toEqual({ lost: [], doubled: [] });
});
