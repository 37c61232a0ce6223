import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { untilBlocking } from '../../../../tests/support/row-locks.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { clearClasses, type openStudent } from '../../../../tests/support/students.ts';
import { classes, people } from '../../database/schema.ts';

const start = '2026-11-24T16:00:00-08:00';
let portal: Portal;
let world: ReturnType<typeof cancellationsOf>;
let meetings: ReturnType<typeof meetingsOf>;
let staff: ReturnType<typeof staffOf>;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;
let daniel: number;
let elena: number;

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  world = cancellationsOf(portal);
  meetings = meetingsOf(portal);
  staff = staffOf(portal);
  daniel = await meetings.personId('teacher@demo.test');
  const whereElena = eq(people.email, 'elena.moretti@demo.test');
  elena = (await portal.database.select().from(people).where(whereElena))[0]?.id ?? 0;
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  await portal.database.update(people).set({ zoomUser: null });
  admin = await world.openAdmin();
});

const setZoomUser = (id: number, zoomUser: string) =>
  staff.edit(admin as unknown as Awaited<ReturnType<typeof openStudent>>, id, { zoomUser });

const hostIsTaken = {
  classes: 0,
  classesLeft: [{ reason: 'Elena Moretti is using its Zoom host at that time' }],
};

test('a class stays canceled if its Zoom host is busy, and the reason names who uses it', async () => {
  const classId = await meetings.addClass(start, { instructorId: daniel });
  const { body } = await admin.cancel(classId);
  await meetings.addClass(start, { instructorId: elena });
  expect((await admin.undo(body.id)).body).toMatchObject(hostIsTaken);
});

test('a class stays canceled if its instructor was erased in the meantime', async () => {
  const teacher = await staff.open('teacher');
  const classId = await meetings.addClass(start, { instructorId: teacher.id });
  const { body } = await admin.cancel(classId);
  await admin.post(`/api/admin/staff/${teacher.id}/deactivate`);
  const { status } = await admin.post(`/api/admin/people/${teacher.id}/erase`, {
    email: teacher.email,
  });
  expect(status).toBe(200);
  expect((await admin.undo(body.id)).body).toMatchObject({
    classes: 0,
    classesLeft: [{ reason: 'its instructor’s account was erased' }],
  });
});

test('classes that were allowed to share a host do so again', async () => {
  const shares = { mayShareHost: true };
  const classId = await meetings.addClass(start, { instructorId: daniel, ...shares });
  await meetings.addClass(start, { instructorId: elena, ...shares });
  const { body } = await admin.cancel(classId);
  expect((await admin.undo(body.id)).body).toMatchObject({ classes: 1, classesLeft: [] });
});

test('a class that takes the host during the undo is found and named', async () => {
  const classId = await meetings.addClass(start, { instructorId: daniel });
  const { body } = await admin.cancel(classId);
  const undone = await portal.database.transaction(async (holder) => {
    const values = { startsAt: new Date(start), classType: 'Weekly' as const, createdAt: testNow };
    await holder.insert(classes).values({ ...values, instructorId: elena });
    const undo = admin.undo(body.id);
    await untilBlocking(holder);
    return { undo };
  });
  expect((await undone.undo).body).toMatchObject(hostIsTaken);
});

test('a restored class gets its instructor’s current Zoom user', async () => {
  const classId = await meetings.addClass(start, { instructorId: daniel });
  const { body } = await admin.cancel(classId);
  await setZoomUser(daniel, 'second-host@sandbox.test');
  await meetings.addClass(start, { instructorId: elena });
  expect((await admin.undo(body.id)).body).toMatchObject({ classes: 1, classesLeft: [] });
  expect((await meetings.classRow(classId)).host).toBe('second-host@sandbox.test');
});

test('a canceled class does not block its instructor from getting a Zoom user', async () => {
  const zoomUser = 'second-host@sandbox.test';
  const classId = await meetings.addClass(start, { instructorId: daniel });
  const { body } = await admin.cancel(classId);
  await meetings.addClass(start, { instructorId: elena, host: zoomUser });
  expect((await setZoomUser(daniel, zoomUser)).status).toBe(200);
  expect((await admin.undo(body.id)).body).toMatchObject(hostIsTaken);
  expect((await meetings.classRow(classId)).cancellationId).toBe(body.id);
});
