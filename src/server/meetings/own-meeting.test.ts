import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { roomsOf } from '../../../tests/support/rooms.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { classes, registrations } from '../database/schema.ts';
import { reconcileMeetingsJob } from './jobs.ts';

let portal: Portal;
let world: ReturnType<typeof roomsOf>;
const minute = 60 * 1000;
const hour = 60 * minute;

beforeAll(async () => {
  portal = await openPortal();
  world = roomsOf(portal);
  await world.forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());

let weeks = 0;
async function openClass() {
  weeks += 1;
  const start = new Date(Date.parse('2026-11-18T00:00:00Z') + weeks * 7 * 24 * hour);
  const student = await openStudent(portal);
  const room = await world.openRoom(start.toISOString(), [student.id]);
  const [{ id } = { id: 0 }] = await student.rows();
  const ask = (as: Pick<Student, 'get'> = student) => as.get(`/api/schedule/${id}/meeting`);
  return { start, student, room, id, ask };
}

const typeIn = (fields: Record<string, string>, path = '/zoom/join') =>
  fetch(portal.sandbox.url + path, { method: 'POST', body: new URLSearchParams(fields) });

test('the meeting id and passcode shown to a student let them in', async () => {
  const { student, room, ask } = await openClass();
  const { status, body } = await ask();
  expect({ status, body }).toEqual({
    status: 200,
    body: { meetingId: room.meetingId, passcode: expect.stringMatching(/^\S{6,10}$/) },
  });
  const { meetingId: meeting_id, passcode } = body;
  expect((await typeIn({ meeting_id, passcode: 'wrong' })).status).toBe(403);
  const asked = await typeIn({ meeting_id, passcode });
  expect(asked.url).toContain(`/zoom/meeting/register/${meeting_id}`);
  const me = { email: student.email, first_name: 'Sam', last_name: 'Sample' };
  const inside = await typeIn(me, `/zoom/meeting/register/${meeting_id}`);
  expect(await inside.text()).toContain('You’re in the meeting');
  await portal.sandbox.zoomWebhooksSent();
  expect(await world.record(student.id, room.classId)).toMatchObject({ status: 'Joined' });
  expect(portal.logged.filter((line) => line.includes(passcode))).toEqual([]);
});

test('they are shown from a day before the class until an hour after its start', async () => {
  const { start, ask } = await openClass();
  const at = async (milliseconds: number) => {
    portal.clock.moveTo(new Date(start.getTime() + milliseconds));
    return (await ask()).status;
  };
  expect(await at(-24 * hour - minute)).toBe(409);
  expect(await at(-24 * hour)).toBe(200);
  expect(await at(hour - minute)).toBe(200);
  expect(await at(hour + 1)).toBe(409);
  expect((await ask()).body.message).toMatch(/^You can see the meeting ID and passcode from a day/);
});

test('they are not shown for someone else’s registration or a suspended one', async () => {
  const { student, id, ask } = await openClass();
  expect((await ask(await openStudent(portal))).status).toBe(404);
  expect((await student.get(`/api/schedule/${id + 1000}/meeting`)).status).toBe(404);
  await portal.database
    .update(registrations)
    .set({ endedAt: portal.clock.now(), endReason: 'reset' })
    .where(eq(registrations.id, id));
  expect((await ask()).status).toBe(404);
});

test('the nightly comparison reads a passcode that was not stored when the meeting was created', async () => {
  const { room, ask } = await openClass();
  const { passcode } = (await ask()).body;
  const isIt = eq(classes.id, room.classId);
  await portal.database.update(classes).set({ zoomPasscode: null }).where(isIt);
  expect((await ask()).body).toEqual({ meetingId: room.meetingId, passcode: null });
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, reconcileMeetingsJob, {}),
  );
  await world.finishJobs();
  expect((await ask()).body).toEqual({ meetingId: room.meetingId, passcode });
});
