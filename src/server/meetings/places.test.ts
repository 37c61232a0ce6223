import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn } from '../../../tests/support/students.ts';
import { classes } from '../database/schema.ts';
import { readCapacities, readNewCapacity } from './places.ts';

let portal: Portal;
let id: number;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  id = await addClassOn(portal, '2026-12-01');
});
afterAll(() => portal[Symbol.asyncDispose]());

const second = 'Second-Host@sandbox.test';
const depsWith = (most: number | null, capacity: () => number | null = () => 100) => ({
  ...portal,
  settings: { ...portal.settings, places: { most, reserved: 10 } },
  meetings: { findCapacity: async () => capacity() },
});
const placesOf = async (classId = id) => {
  const [row] = await portal.database.select().from(classes).where(eq(classes.id, classId));
  return row?.defaultPlaces;
};
const hostUser = () => portal.settings.meetings.hostUser;

test('the places of a class follow its host’s Zoom plan, and CLASS_PLACES', async () => {
  const own = await addClassOn(portal, '2026-12-02');
  const host = second.toLowerCase();
  await portal.database.update(classes).set({ host }).where(eq(classes.id, own));
  await readCapacities(depsWith(null), [hostUser()]);
  expect([await placesOf(), await placesOf(own)]).toEqual([90, null]);
  await readCapacities(depsWith(25), []);
  expect([await placesOf(), await placesOf(own)]).toEqual([25, 25]);
  await readCapacities(
    depsWith(null, () => 300),
    [second],
  );
  expect([await placesOf(), await placesOf(own)]).toEqual([90, 290]);
});

test('if Zoom doesn’t say, the last known number stays', async () => {
  await readCapacities(depsWith(null), [hostUser()]);
  await readCapacities(
    depsWith(null, () => null),
    [hostUser()],
  );
  expect(await placesOf()).toBe(90);
});

test('a host’s plan is read once, until the nightly comparison', async () => {
  await readCapacities(depsWith(null), [hostUser()]);
  await readNewCapacity(
    depsWith(null, () => 500),
    hostUser(),
  );
  expect(await placesOf()).toBe(90);
});

test('a past class keeps its number', async () => {
  const past = await addClassOn(portal, '2026-11-03');
  await readCapacities(depsWith(30), []);
  expect(await placesOf(past)).toBeNull();
});
