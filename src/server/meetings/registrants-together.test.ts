import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { alumniJoins, holds } from '../database/schema.ts';
import { MeetingsProblem } from '../integrations/meetings/port.ts';
import { openLocks } from '../jobs/locks.ts';
import { createLog } from '../platform/log.ts';
import { enqueueRegistrantSync } from './jobs.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let loses = false;
const calls: string[] = [];

beforeAll(async () => {
  portal = await openPortal({
    workers: { count: 1, batchSize: 5 },
    meetings: (real) => ({
      ...real,
      addRegistrant(host, meetingId, guest) {
        calls.push(guest.email);
        return real.addRegistrant(host, meetingId, guest);
      },
      async addRegistrants(host, meetingId, guests) {
        calls.push(`${guests.length} people`);
        const added = await real.addRegistrants(host, meetingId, guests);
        if (loses) throw new MeetingsProblem('down', 'the response was lost');
        return added;
      },
      listRegistrants(host, meetingId) {
        calls.push('list');
        return real.listRegistrants(host, meetingId);
      },
    }),
  });
  world = meetingsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.forgetDemoClasses();
});
afterEach(async () => {
  loses = false;
  await world.faults();
});

async function openPeople(classId: number, count: number) {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await openStudent(portal)).id);
  await join(classId, ids);
  return ids;
}

/** Joins a class without queueing jobs. */
async function join(classId: number, ids: number[]) {
  const createdAt = portal.clock.now();
  const rows = ids.map((personId) => ({ personId, classId, createdAt }));
  await portal.database.insert(alumniJoins).values(rows);
}

async function sync(classId: number, ids: number[]) {
  calls.length = 0;
  const seats = ids.map((personId) => ({ personId, classId }));
  await portal.database.transaction((transaction) =>
    enqueueRegistrantSync(portal.queue, transaction, seats),
  );
  await world.runWaitingJobs();
}

const seatsOf = (classId: number, ids: number[]) =>
  Promise.all(ids.map((id) => world.seat(id, classId)));

test('people who register for a class at the same time are added with one call', async () => {
  const id = await world.addMeeting('2026-11-19T00:00:00Z');
  const ids = await openPeople(id, 5);
  await sync(id, ids);
  await world.finishJobs();
  expect(calls).toEqual(['5 people']);
  const links = (await seatsOf(id, ids)).map((seat) => seat?.joinUrl);
  expect(new Set(links).size).toBe(5);
  expect(await world.guests(id)).toHaveLength(5);
});

test('one person whom Zoom refuses doesn’t stop or repeat the others', async () => {
  const id = await world.addMeeting('2026-11-20T00:00:00Z');
  const [bad = 0, ...good] = await openPeople(id, 4);
  await portal.database.execute(sql`update people set email = 'no-dot@host' where id = ${bad}`);
  await sync(id, [bad, ...good]);
  await world.finishJobs();
  expect(calls[0]).toBe('4 people');
  expect(calls).toHaveLength(5);
  for (const one of good) await world.link(one, id);
  const [seat] = await seatsOf(id, [bad]);
  expect(seat).toMatchObject({ joinUrl: null, problem: expect.stringContaining('Validation') });
});

test('after a lost answer to many, everyone is found and no one is added twice', async () => {
  const id = await world.addMeeting('2026-11-21T00:00:00Z');
  const ids = await openPeople(id, 4);
  loses = true;
  await sync(id, ids);
  await expect.poll(() => world.waits('sync-registrant')).toHaveLength(4);
  expect(await world.guests(id)).toHaveLength(4);
  loses = false;
  await world.finishJobs();
  for (const one of ids) await world.link(one, id);
  expect(await world.guests(id)).toHaveLength(4);
  expect(new Set(calls)).toEqual(new Set(['4 people', 'list']));
});

test('people who couldn’t be added together are added one by one', async () => {
  const id = await world.addMeeting('2026-11-22T00:00:00Z');
  const ids = await openPeople(id, 4);
  await world.faults({ status: 500 });
  await sync(id, ids);
  await expect.poll(() => world.waits('sync-registrant')).toHaveLength(4);
  await world.faults();
  await world.finishJobs();
  for (const one of ids) await world.link(one, id);
  expect(calls.filter((call) => call.endsWith(' people'))).toEqual(['4 people']);
});

test('an app without the scope for lists adds one by one, and nothing goes on hold', async () => {
  const id = await world.addMeeting('2026-11-23T00:00:00Z');
  const ids = await openPeople(id, 3);
  const narrow = 'meeting:write:registrant:admin meeting:read:list_registrants:admin';
  await world.faults({ scope: narrow, revokeTokens: true });
  await sync(id, ids);
  await world.finishJobs();
  for (const one of ids) await world.link(one, id);
  expect(await portal.database.select().from(holds)).toEqual([]);
});

test('if another node is busy with one person, only that person waits', async () => {
  const id = await world.addMeeting('2026-11-24T00:00:00Z');
  const [busy = 0, ...others] = await openPeople(id, 4);
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const locks = openLocks(portal.databaseUrl, createLog('silent'));
  await new Promise<void>((taken) => {
    locks.withLock('seats', `person ${busy} in class ${id}`, () => {
      taken();
      return isFree;
    });
  });
  await sync(id, [busy, ...others]);
  for (const one of others) await world.link(one, id);
  expect(calls).toEqual(['3 people']);
  free();
  await locks.close();
  await world.finishJobs();
  await world.link(busy, id);
});
