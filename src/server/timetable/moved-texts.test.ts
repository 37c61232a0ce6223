import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { addClassOn } from '../../../tests/support/students.ts';

let portal: Portal;
let world: ReturnType<typeof remindersOf>;

beforeAll(async () => {
  portal = await openPortal();
  world = remindersOf(portal);
});
afterAll(async () => {
  await portal[Symbol.asyncDispose]();
});
beforeEach(() => meetingsOf(portal).forgetDemoClasses());

async function moveClassAt(instant: string) {
  const student = await world.openTextedStudent();
  const classId = await addClassOn(portal, '2026-11-24');
  await student.choose(classId);
  await meetingsOf(portal).finishJobs();
  portal.clock.moveTo(new Date(instant));
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const change = { timeSlot: '6PM', dayOfWeek: 'Wednesday', classType: 'Weekly' };
  await openClient(portal, { session }).patch(`/api/classes/${classId}`, {
    pacificDate: '2026-11-25T12:00:00',
    ...change,
  });
  return student;
}

test('a student who opted in gets one text about a move', async () => {
  const student = await moveClassAt('2026-11-19T10:00:00-08:00');
  await meetingsOf(portal).finishJobs();
  expect(await world.textsTo(student.phone)).toEqual([
    "Quiet Mornings: We moved Class 5 to Wednesday, November 25 at 6:00 PM PT. Can't make it? Reschedule on the portal. Reply STOP to end.",
  ]);
});

test('texts about a move at night are sent in the morning', async () => {
  const student = await moveClassAt('2026-11-19T22:00:00-08:00');
  const wait = async () => (await meetingsOf(portal).waits('text-class-moved'))[0] ?? 0;
  await expect.poll(wait, { timeout: 10_000 }).toBeGreaterThan(800);
  expect(await world.textsTo(student.phone)).toEqual([]);
  await world.passTo('2026-11-20T07:00:00-08:00');
  expect(await world.textsTo(student.phone)).toHaveLength(1);
});
