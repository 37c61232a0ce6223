import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { alumniJoins, registrations } from '../database/schema.ts';
import { enqueueRegistrantSync } from './jobs.ts';

const nora = 'new-student@demo.test';
let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let student: number;
const broken = { afterAdd: false };
const calls: string[] = [];

beforeAll(async () => {
  portal = await openPortal({
    meetings: (real) => ({
      ...real,
      async addRegistrant(host, meetingId, guest) {
        calls.push(`add ${meetingId}`);
        const registrant = await real.addRegistrant(host, meetingId, guest);
        if (broken.afterAdd) throw new Error('the process died');
        return registrant;
      },
      async removeRegistrant(host, meetingId, id) {
        calls.push(`remove ${meetingId}`);
        await real.removeRegistrant(host, meetingId, id);
      },
    }),
  });
  world = meetingsOf(portal);
  student = await world.personId(nora);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.forgetDemoClasses();
  calls.length = 0;
});
afterEach(async () => {
  await world.faults();
  await world.finishJobs();
});

const weeks = ['2026-11-18', '2026-11-25', '2026-12-02', '2026-12-09', '2026-12-16', '2026-12-23'];
const meetingOf = async (id: number) => (await world.classRow(id)).zoomMeetingId;

test('a registration gets a registrant with a personal link', async () => {
  const id = await world.addMeeting('2026-11-19T00:00:00Z');
  await world.register(student, id, 5);
  const link = await world.link(student, id);
  expect(link).toContain('tk=');
  expect(link).not.toBe((await world.classRow(id)).zoomJoinUrl);
  expect(await world.guests(id)).toEqual([nora]);
});

test('links are created as soon as the class has a meeting', async () => {
  const id = await world.addClass('2026-11-19T01:00:00Z');
  await world.register(student, id, 5);
  await world.finishJobs();
  expect(await world.seat(student, id)).toBeUndefined();
  await world.syncMeeting(id);
  await world.link(student, id);
});

test('while Zoom is down six registrations succeed at once, and their links come when it is back', async () => {
  const ids: number[] = [];
  for (const day of weeks) ids.push(await world.addMeeting(`${day}T18:00:00Z`));
  await world.faults({ down: true });
  for (const [at, id] of ids.entries()) await world.register(student, id, at + 5);
  const problems = async () =>
    Promise.all(ids.map(async (id) => (await world.seat(student, id))?.problem));
  await expect
    .poll(problems)
    .toEqual(ids.map(() => expect.stringContaining('We can’t reach Zoom')));
  await world.faults();
  await world.finishJobs();
  for (const id of ids) {
    await world.link(student, id);
    expect((await world.seat(student, id))?.problem).toBeNull();
    expect(await world.guests(id)).toEqual([nora]);
  }
});

test('a process killed between Zoom’s answer and our commit still ends with one registrant', async () => {
  const id = await world.addMeeting('2026-11-20T00:00:00Z');
  broken.afterAdd = true;
  await world.register(student, id, 5);
  await expect.poll(() => world.guests(id), { timeout: 10_000 }).toEqual([nora]);
  await expect.poll(() => world.waits('sync-registrant')).toHaveLength(1);
  expect(await world.seat(student, id)).toMatchObject({ joinUrl: null });
  broken.afterAdd = false;
  await world.finishJobs();
  await world.link(student, id);
  expect(await world.guests(id)).toEqual([nora]);
  expect(calls).toHaveLength(1);
});

test('a person who changed their mind while the response was lost is removed', async () => {
  const id = await world.addMeeting('2026-11-20T01:00:00Z');
  broken.afterAdd = true;
  await world.register(student, id, 5);
  await expect.poll(() => world.guests(id), { timeout: 10_000 }).toEqual([nora]);
  broken.afterAdd = false;
  await cancel(id);
  await world.finishJobs();
  expect(await world.guests(id)).toEqual([]);
  expect(await world.seat(student, id)).toBeUndefined();
});

test('A → B → A ends with exactly one registrant, on A, in any job order', async () => {
  const a = await world.addMeeting('2026-11-21T00:00:00Z');
  const b = await world.addMeeting('2026-11-28T00:00:00Z');
  await world.register(student, a, 5);
  await world.move(student, a, b);
  await world.move(student, b, a);
  await Promise.all([a, b, a, b].map(keep));
  await world.finishJobs();
  expect([await world.guests(a), await world.guests(b)]).toEqual([[nora], []]);
  await world.move(student, a, b);
  await world.finishJobs();
  expect([await world.guests(a), await world.guests(b)]).toEqual([[], [nora]]);
  await world.move(student, b, a);
  await world.finishJobs();
  expect([await world.guests(a), await world.guests(b)]).toEqual([[nora], []]);
  expect(await world.seat(student, b)).toBeUndefined();
  const own = await (await fetch(await world.link(student, a))).text();
  expect(own).toContain('Hi Nora');
});

test('a move adds the new seat before it removes the old one', async () => {
  const a = await world.addMeeting('2026-11-21T01:00:00Z');
  const b = await world.addMeeting('2026-11-28T01:00:00Z');
  await world.register(student, a, 5);
  await world.link(student, a);
  await world.faults({ status: 500 });
  await world.move(student, a, b);
  await expect
    .poll(async () => (await world.seat(student, b))?.problem, { timeout: 10_000 })
    .toContain('500');
  await world.faults();
  expect(await world.guests(a)).toEqual([nora]);
  await world.finishJobs();
  expect([await world.guests(a), await world.guests(b)]).toEqual([[], [nora]]);
  const order = calls.map((call) => call.split(' ')[0]);
  expect(order.at(-1)).toBe('remove');
  expect(calls.at(-2)).toBe(`add ${await meetingOf(b)}`);
});

test('Zoom’s limit on one person and meeting delays the job to the next day in UTC', async () => {
  const id = await world.addMeeting('2026-11-22T00:00:00Z');
  const guest = { email: nora, firstName: 'Nora', lastName: 'Lindqvist' };
  const { hostUser } = portal.settings.meetings;
  const meetingId = (await meetingOf(id)) ?? '';
  for (let round = 0; round < 3; round += 1) {
    await portal.zoom.addRegistrant(hostUser, meetingId, guest);
  }
  const [known] = (await portal.zoom.listRegistrants(hostUser, meetingId)) ?? [];
  await portal.zoom.removeRegistrant(hostUser, meetingId, known?.id ?? '');
  await world.register(student, id, 5);
  await expect
    .poll(async () => (await world.seat(student, id))?.problem, { timeout: 10_000 })
    .toMatch(/daily rate limit of "3"/);
  expect((await world.seat(student, id))?.problem).not.toContain(nora);
  await expect.poll(() => world.waits('sync-registrant')).toHaveLength(1);
  const [wait = 0] = await world.waits('sync-registrant');
  expect(Math.abs(wait - 6 * 60 * 60)).toBeLessThan(120);
  portal.clock.moveOn(6.1 * 60 * 60 * 1000);
  await world.finishJobs();
  await world.link(student, id);
});

test('an email that Zoom refuses is not retried, and the reason is kept', async () => {
  const id = await world.addMeeting('2026-11-22T01:00:00Z');
  const { rows } = await portal.database.execute<{ id: number }>(
    `insert into people (role, email, first_name, last_name, created_at)
     values ('alumni', 'no-dot@host', 'N', 'D', now()) returning id`,
  );
  const personId = rows[0]?.id ?? 0;
  await portal.database
    .insert(alumniJoins)
    .values({ personId, classId: id, createdAt: portal.clock.now() });
  await keep(id, personId);
  await expect
    .poll(async () => (await world.seat(personId, id))?.problem, { timeout: 10_000 })
    .toBe('Zoom returned 400 (300): Validation Failed. (email: Invalid field.)');
  await world.finishJobs();
  expect(calls).toHaveLength(1);
});

test('an alum who pressed Join also gets a seat', async () => {
  const id = await world.addMeeting('2026-11-22T02:00:00Z');
  const personId = await world.personId('alumni@demo.test');
  await portal.database
    .insert(alumniJoins)
    .values({ personId, classId: id, createdAt: portal.clock.now() });
  await keep(id, personId);
  await world.link(personId, id);
});

async function keep(classId: number, personId: number = student) {
  await portal.database.transaction((transaction) =>
    enqueueRegistrantSync(portal.queue, transaction, [{ personId, classId }]),
  );
}

async function cancel(classId: number) {
  await portal.database.transaction(async (transaction) => {
    await transaction
      .update(registrations)
      .set({ endedAt: portal.clock.now(), endReason: 'account reset' })
      .where(eq(registrations.classId, classId));
    await enqueueRegistrantSync(portal.queue, transaction, [{ personId: student, classId }]);
  });
}

test('a run that stopped after it added the new seat removes the old one on retry', async () => {
  const before = await world.addMeeting('2026-11-19T00:00:00Z');
  const after = await world.addMeeting('2026-11-26T00:00:00Z');
  for (const [at, id] of [before, after].entries()) await world.register(student, id, at + 5);
  for (const id of [before, after]) await world.link(student, id);
  await portal.database
    .update(registrations)
    .set({ endedAt: portal.clock.now(), endReason: 'a test' })
    .where(eq(registrations.classId, before));
  await portal.database.transaction((transaction) =>
    enqueueRegistrantSync(portal.queue, transaction, [{ personId: student, classId: after }]),
  );
  await world.finishJobs();
  expect(await world.guests(before)).toEqual([]);
  expect(await world.guests(after)).toEqual([nora]);
});
