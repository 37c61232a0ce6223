import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilWaiting } from '../../../tests/support/row-locks.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { people, storedFigures } from '../database/schema.ts';
import { deleteOldRecordsHandlers } from '../jobs/delete-old-records.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { readFigures } from './stored-figures.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterAll(() => portal[Symbol.asyncDispose]());

let timesCounted: number;
let counting: () => Promise<unknown>;
beforeEach(async () => {
  timesCounted = 0;
  counting = async () => {};
  portal.clock.moveTo(testNow);
  await portal.database.delete(storedFigures);
  await portal.database.delete(people).where(isNotNull(people.erasedAt));
});

const erase = (id: number) =>
  portal.database.execute(
    sql`select erase_person(${id}, ${portal.clock.now().toISOString()}::timestamptz)`,
  );

const read = (storedFrom = 1) =>
  readFigures(portal, {
    ...{ name: 'figures', storedFrom, freshMs: MINUTE_MS },
    async count() {
      timesCounted += 1;
      const at = timesCounted;
      await counting();
      return { at };
    },
  });
const stored = () => portal.database.select().from(storedFigures);

test('a small school counts every time and stores nothing', async () => {
  expect(await read(1_000_000)).toEqual({ at: 1, countedAt: null });
  expect(await read(1_000_000)).toEqual({ at: 2, countedAt: null });
  expect(await stored()).toEqual([]);
});

test('a large school counts once and says when that was', async () => {
  const { now } = portal.clock;
  const before = now();
  expect(await read()).toEqual({ at: 1, countedAt: null });
  const { at, countedAt } = await read();
  expect(at).toBe(1);
  expect(countedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
  expect(countedAt?.getTime()).toBeLessThanOrEqual(now().getTime());
});

test('old figures are returned at once, while one request counts again', async () => {
  await read();
  portal.clock.moveOn(MINUTE_MS);
  const { promise, resolve } = Promise.withResolvers<void>();
  counting = () => promise;
  const reading = await portal.database.transaction(async (transaction) => {
    await transaction.select().from(storedFigures).for('update');
    const three = Promise.all([read(), read(), read()]);
    await untilWaiting(portal, 3);
    return { three };
  });
  const all = await reading.three;
  expect(all.map(({ at }) => at)).toEqual([1, 1, 1]);
  await eventually(
    async () => timesCounted,
    (times) => times === 2,
  );
  expect((await read()).at).toBe(1);
  resolve();
  await eventually(read, ({ at }) => at === 2);
  expect(timesCounted).toBe(2);
});

test('figures that are much too old, or from the future, are counted while the request waits', async () => {
  await read();
  portal.clock.moveOn(10 * MINUTE_MS);
  expect(await read()).toEqual({ at: 2, countedAt: null });
  portal.clock.moveOn(-MINUTE_MS);
  expect(await read()).toEqual({ at: 3, countedAt: null });
  expect(await read()).toMatchObject({ at: 3, countedAt: expect.any(Date) });
});

test('a count that fails in the background is logged, and tried again in a minute', async () => {
  await read();
  portal.clock.moveOn(MINUTE_MS);
  counting = () => Promise.reject(new Error('The count failed.'));
  expect((await read()).at).toBe(1);
  const line = 'couldn’t count the figures again';
  await eventually(
    async () => portal.logged.join(''),
    (text) => text.includes(line),
  );
  counting = async () => {};
  expect((await read()).at).toBe(1);
  expect(timesCounted).toBe(2);
  portal.clock.moveOn(MINUTE_MS);
  await eventually(read, ({ at }) => at === 3);
});

test('stored figures are deleted when a person is erased, and after a day', async () => {
  const { id } = await openStudent(portal);
  await read();
  await erase(id);
  expect(await stored()).toEqual([]);
  portal.clock.moveOn(MINUTE_MS);
  await read();
  expect(await stored()).toHaveLength(1);
  portal.clock.moveOn(DAY_MS + MINUTE_MS);
  for (const { run } of deleteOldRecordsHandlers(portal)) await run({});
  expect(await stored()).toEqual([]);
});

test('figures counted while a person is erased are not stored, because they may name that person', async () => {
  const { id } = await openStudent(portal);
  counting = () => erase(id);
  expect(await read()).toEqual({ at: 1, countedAt: null });
  expect(await stored()).toEqual([]);
});

test('a large school’s board, and the total of its lists, are the stored numbers', async () => {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const { get } = openClient(portal, { session });
  await portal.database.execute(sql`select setval(pg_get_serial_sequence('people', 'id'), 10000)`);
  for (let n = 0; n < 25; n += 1) await openStudent(portal, { firstName: 'Ottilie' });
  const { body: counted } = await get('/api/admin/journey');
  expect(counted.countedAt).toBeNull();
  const { body: trends } = await get('/api/admin/journey/trends');
  const { id } = await openStudent(portal, { firstName: 'Ottilie' });
  const again = await get('/api/admin/journey');
  expect(again.body).toEqual({ ...counted, countedAt: expect.any(String) });
  expect((await get('/api/admin/journey/trends')).body).toEqual({
    ...trends,
    countedAt: expect.any(String),
  });
  const pageOf = async (number: number) =>
    (await get(`/api/admin/journey/people?group=never-chose&page=${number}`)).body;
  const totalOf = async (query: string) =>
    (await get(`/api/admin/journey/people?group=never-chose${query}`)).body.pagination.total;
  expect(await totalOf('')).toBe(counted.groups['never-chose']);
  expect(await totalOf('&search=ottilie')).toBe(26);
  expect(await totalOf('&only=never-signed-in')).toBeGreaterThan(25);
  // The last page isn't full, so its total is known.
  expect(await totalOf('&page=2')).toBe(counted.groups['never-chose'] + 1);
  await portal.database.update(storedFigures).set({
    value: sql`jsonb_set(value, '{groups,never-chose}', '20')`,
  });
  expect(await pageOf(1)).toMatchObject({
    countedAt: expect.any(String),
    pagination: { totalPages: 2, total: 21 },
  });
  expect((await pageOf(2)).people).not.toEqual([]);
  expect((await pageOf(2)).countedAt).toBeNull();
  await portal.database.delete(people).where(eq(people.id, id));
});
