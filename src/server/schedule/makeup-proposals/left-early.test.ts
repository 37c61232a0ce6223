import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { missedClassesOf, notifiedAt } from '../../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { classStart } from '../../../course/pacific-time.ts';
import { roomEvents } from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
});

async function openSeen(minutesAfterStart: number) {
  const student = await world.openRegistered();
  const minute = (minutes: number) =>
    new Date(classStart('2026-11-24', '4PM').getTime() + minutes * 60_000);
  const stay = {
    ...{ classId: student.classId, personId: student.id, source: 'webhook' as const },
    ...{ instanceId: 'held', connectionId: `of ${student.id}` },
  };
  await portal.database.insert(roomEvents).values([
    { ...stay, kind: 'joined', at: minute(minutesAfterStart) },
    { ...stay, kind: 'left', at: minute(minutesAfterStart + 2) },
  ]);
  await world.hold(student.classId);
  return student;
}

const wasInRoom = async ({ get }: Awaited<ReturnType<typeof openSeen>>) =>
  (await get('/api/schedule')).body[0].wasInRoom;

test('a student who left early reads that they left early, not that they were absent', async () => {
  const student = await openSeen(5);
  await world.passTo(notifiedAt);
  expect(await wasInRoom(student)).toBe(true);
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.subject).toBe('Class 5 isn’t complete yet');
  expect(mail?.text).toContain(
    'You were only in Class 5 on Tuesday, November 24 at 4:00 PM PT for a short time.',
  );
  expect(await world.textsTo(student.phone)).toEqual([
    expect.stringMatching(/^Quiet Mornings: You were only in Class 5 for a short time\./),
  ]);
});

test('a student who tried the link long before the class was not in it', async () => {
  const student = await openSeen(-33);
  await world.passTo(notifiedAt);
  expect(await wasInRoom(student)).toBe(false);
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.subject).toBe('We missed you in Class 5');
});

test('if staff mark a class missed by hand, the student reads that they missed it', async () => {
  const student = await openSeen(5);
  portal.clock.moveTo(new Date('2026-11-24T17:30:00-08:00'));
  const admin = await staffOf(portal).open('admin');
  const correction = { status: 'Missed', reason: 'It was somebody else' };
  const address = `/api/admin/classes/${student.classId}/attendance/${student.id}`;
  expect((await admin.patch(address, correction)).status).toBe(200);
  expect(await wasInRoom(student)).toBe(false);
});
