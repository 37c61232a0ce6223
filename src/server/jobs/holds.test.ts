import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { holds } from '../database/schema.ts';
import { VendorProblem } from '../platform/vendor-problem.ts';
import { guard, Held, type Holding } from './holds.ts';

let portal: Portal;
let problems: ReturnType<typeof problemsOf>;
beforeAll(async () => {
  portal = await openPortal({ isNew: true, runsJobs: false });
  problems = problemsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => problems.forgetAll());

const works = async () => 'done';
const fails = async () => {
  throw new VendorProblem('down', 'It does not answer');
};
const minute = 60_000;

const attempt = (work: () => Promise<unknown>, holding: Partial<Holding> = {}) =>
  guard(portal, {
    scopes: ['zoom', 'zoom outage'],
    holdingOf: () => ({ scope: 'zoom', ...holding }),
    work,
  }).catch((error: unknown) => error);

const waitOf = async (outcome: Promise<unknown>) => {
  const held = await outcome;
  return held instanceof Held ? held.seconds : 0;
};

test('work on hold waits until its time, and the first success releases it', async () => {
  expect(await attempt(fails)).toBeInstanceOf(Held);
  expect(await attempt(works)).toBeInstanceOf(Held);
  portal.clock.moveOn(2 * minute);
  expect(await attempt(works)).toBe('done');
  expect(await portal.database.$count(holds)).toBe(0);
});

test('the waits grow from a minute to a quarter of an hour', async () => {
  const waits = [];
  for (const passed of [0, 2, 18, 100]) {
    portal.clock.moveOn(passed * minute);
    await portal.database.update(holds).set({ retryAt: portal.clock.now() });
    waits.push(await waitOf(attempt(fails)));
  }
  const [first = 0, second = 0, third = 0, last = 0] = waits;
  expect([first, second].every((wait) => wait >= 60 && wait < 70)).toBe(true);
  expect(third).toBeGreaterThanOrEqual(5 * 60);
  expect(last).toBeGreaterThanOrEqual(15 * 60);
  expect(last).toBeLessThan(17 * 60);
});

test('a vendor’s own retry time is used', async () => {
  const wait = await waitOf(attempt(fails, { retryAfterSeconds: 6 * 60 * 60 }));
  expect(wait).toBeGreaterThanOrEqual(6 * 60 * 60);
  expect(wait).toBeLessThanOrEqual(6 * 60 * 60 + 120);
});

test('one job at a time tries again, and the others follow soon after', async () => {
  await attempt(fails);
  portal.clock.moveOn(2 * minute);
  const asked = await attempt(async () => waitOf(attempt(works)));
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(15);
});

test('an outage blocks no job, and is shown after two minutes until it is over', async () => {
  const outage = { scope: 'zoom outage', isOutage: true };
  expect(await attempt(fails, outage)).toBeInstanceOf(VendorProblem);
  expect(await problems.of('holds')).toEqual([]);
  portal.clock.moveOn(2 * minute + 1);
  expect(await attempt(fails, outage)).toBeInstanceOf(VendorProblem);
  expect(await problems.of('holds')).toMatchObject([
    { what: 'Zoom isn’t responding', since: expect.any(String), until: null },
  ]);
  expect(await attempt(works)).toBe('done');
  expect(await problems.of('holds')).toEqual([]);
});
