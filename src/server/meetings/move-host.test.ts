import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboxOf } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { roomsOf } from '../../../tests/support/rooms.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { alumniJoins, classes } from '../database/schema.ts';
import type { Meetings } from '../integrations/meetings/port.ts';
import { enqueueRegistrantSync } from './jobs.ts';

const second = 'second-host@sandbox.test';
const host = 'host@sandbox.test';
let portal: Portal;
let world: ReturnType<typeof roomsOf>;
let start: Date;
let diesAfter: keyof Meetings | undefined;

beforeAll(async () => {
  portal = await openPortal({
    meetings: (real) => ({
      ...real,
      create: (...args) => died('create', real.create(...args)),
      list: (...args) => died('list', real.list(...args)),
      addRegistrant: (...args) => died('addRegistrant', real.addRegistrant(...args)),
      remove: (...args) => died('remove', real.remove(...args)),
    }),
  });
  world = roomsOf(portal);
  start = portal.clock.now();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.forgetDemoClasses();
  portal.clock.moveTo(start);
});

async function died<Result>(call: keyof Meetings, work: Promise<Result>): Promise<Result> {
  const result = await work;
  if (diesAfter !== call) return result;
  diesAfter = undefined;
  throw new Error('the process died');
}

async function openClass(startsAt = '2026-12-02T00:00:00Z') {
  const students = [await openStudent(portal), await openStudent(portal)];
  const id = await world.addMeeting(startsAt);
  for (const student of students) await world.register(student.id, id, 5);
  const links = () => Promise.all(students.map((student) => world.link(student.id, id)));
  const before = await links();
  return { id, students, links, before, oldMeeting: await meetingOf(id) };
}

const meetingOf = async (id: number) => (await world.classRow(id)).zoomMeetingId ?? '';

async function giveTo(id: number, host: string | null) {
  await portal.database.update(classes).set({ host }).where(eq(classes.id, id));
  await world.syncMeeting(id);
}

async function mailsAbout(email: string): Promise<{ subject: string; text: string }[]> {
  const mails = (await outboxOf(portal)).filter(({ to }) => to === email);
  return mails.map(({ subject, text }) => ({ subject: subject ?? '', text }));
}

const countOf = async (id: number, host: string) => {
  const listed = await portal.zoom.list(host);
  return listed.filter(({ marker }) => marker === `Class ${id} of ${portal.url}`).length;
};

test('a class with a new host gets a new meeting with everyone in it, and each is emailed the new link', async () => {
  const { id, students, links, before, oldMeeting } = await openClass();
  await giveTo(id, second);
  await world.finishJobs();
  const row = await world.classRow(id);
  expect(row).toMatchObject({ meetingHost: second, meetingProblem: null, meetingAskedAt: null });
  expect(row.zoomMeetingId).not.toBe(oldMeeting);
  expect([await countOf(id, second), await portal.zoom.find(host, oldMeeting)]).toEqual([1, null]);
  const after = await links();
  expect(after).not.toEqual(before);
  expect((await world.guests(id)).toSorted()).toEqual(
    students.map(({ email }) => email).toSorted(),
  );
  for (const [at, { email }] of students.entries()) {
    expect(await mailsAbout(email)).toEqual([
      { subject: 'New link for Class 5', text: expect.stringContaining(after[at] ?? '') },
    ]);
  }
});

test('links of several classes that change together are in one email', async () => {
  const { id, students } = await openClass();
  const [student] = students;
  const next = await world.addMeeting('2026-12-09T00:00:00Z');
  await world.register(student?.id ?? 0, next, 6);
  await world.link(student?.id ?? 0, next);
  for (const one of [id, next]) await giveTo(one, second);
  await expect
    .poll(async () => (await world.classRow(next)).meetingHost, { timeout: 10_000 })
    .toBe(second);
  await world.link(student?.id ?? 0, id);
  await world.link(student?.id ?? 0, next);
  await world.finishJobs();
  const mails = await mailsAbout(student?.email ?? '');
  expect(mails.map(({ subject }) => subject)).toEqual(['New links for your classes']);
  expect(mails[0]?.text).toMatch(/Class 5, Tuesday, December 1, 2026, 4:00 PM PT: http.*\nClass 6/);
});

test('an alum who pressed Join is also notified', async () => {
  const id = await world.addMeeting('2026-12-02T00:00:00Z');
  const alumnus = await openStudent(portal, { role: 'alumni' });
  const seat = { personId: alumnus.id, classId: id };
  await portal.database.transaction(async (transaction) => {
    await transaction.insert(alumniJoins).values({ ...seat, createdAt: portal.clock.now() });
    await enqueueRegistrantSync(portal.queue, transaction, [seat]);
  });
  await world.link(alumnus.id, id);
  await giveTo(id, second);
  await world.finishJobs();
  const [mail] = await mailsAbout(alumnus.email);
  expect(mail?.subject).toBe('New link for your session');
  expect(mail?.text).toContain(`${portal.url}/classes`);
});

test.each(['create', 'list', 'addRegistrant', 'remove'] as const)(
  'a process that dies right after Zoom’s %s leaves one meeting with everyone in it, and each is notified once',
  async (call) => {
    const { id, students, links, oldMeeting } = await openClass();
    diesAfter = call;
    await giveTo(id, second);
    await expect.poll(() => diesAfter, { timeout: 10_000 }).toBeUndefined();
    await world.finishJobs();
    expect(await meetingOf(id)).not.toBe(oldMeeting);
    expect([await countOf(id, second), await portal.zoom.find(host, oldMeeting)]).toEqual([
      1,
      null,
    ]);
    await links();
    expect(await world.guests(id)).toHaveLength(students.length);
    for (const { email } of students) expect(await mailsAbout(email)).toHaveLength(1);
  },
);

test('a meeting whose response was lost is removed if the class got a third host in the meantime', async () => {
  const third = 'third-host@sandbox.test';
  await world.faults({ users: { [third]: {} } });
  const { id } = await openClass();
  diesAfter = 'create';
  await giveTo(id, second);
  await expect.poll(() => diesAfter, { timeout: 10_000 }).toBeUndefined();
  await giveTo(id, third);
  await world.finishJobs();
  expect([await countOf(id, second), await countOf(id, third)]).toEqual([0, 1]);
  await world.faults();
});

test('a host that changes back before the meeting has moved causes no move', async () => {
  const { id, links, before, oldMeeting } = await openClass();
  await world.faults({ down: true });
  await giveTo(id, second);
  await giveTo(id, null);
  await world.faults();
  await world.finishJobs();
  expect([await meetingOf(id), await links()]).toEqual([oldMeeting, before]);
});

test('a running meeting, or one whose class has started, keeps its host', async () => {
  const startsAt = '2026-12-02T00:00:00Z';
  const { id, links, before, oldMeeting } = await openClass(startsAt);
  portal.clock.moveTo(new Date(Date.parse(startsAt) - 10 * 60_000));
  await fetch(`${portal.sandbox.url}/zoom/s/${oldMeeting}?end_other`);
  await giveTo(id, second);
  await world.finishJobs();
  expect([await meetingOf(id), await links()]).toEqual([oldMeeting, before]);
  await world.post(`/zoom/s/${oldMeeting}/end`);
  await portal.sandbox.zoomWebhooksSent();
  await world.finishJobs();
  portal.clock.moveTo(new Date(Date.parse(startsAt) + 60_000));
  await world.syncMeeting(id);
  await world.finishJobs();
  expect([await meetingOf(id), await links()]).toEqual([oldMeeting, before]);
});
