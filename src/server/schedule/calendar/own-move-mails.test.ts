import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, outboxOf } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { readCalendar } from '../../../../tests/support/read-calendar.ts';
import { addClassOn, clearClasses, openStudent } from '../../../../tests/support/students.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

async function mailsTo(email: string) {
  await meetingsOf(portal).finishJobs();
  return (await outboxOf(portal)).filter(({ to }) => to === email);
}

async function openDays(count: number) {
  const days = Array.from(
    { length: count },
    (_, at) => `2026-12-${String(at + 1).padStart(2, '0')}`,
  );
  const made: number[] = [];
  for (const day of days) made.push(await addClassOn(portal, day, '8AM'));
  return made;
}

test('five moves in a burst send one email with the final time', async () => {
  const student = await openStudent(portal);
  const five = (await student.choose(await addClassOn(portal, '2026-11-17'))).body;
  const days = await openDays(5);
  for (const day of days) expect((await student.reschedule(five.id, day)).status).toBe(200);
  const waits = await meetingsOf(portal).waits('mail-own-move');
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeLessThanOrEqual(15);
  const mails = await mailsTo(student.email);
  expect(mails).toHaveLength(1);
  const [last] = mails.map(
    ({ attachments }) => readCalendar(attachments[0]?.content ?? '').events[0],
  );
  expect(mails[0]?.text).toContain('to Saturday, December 5 at 8:00 AM PT.');
  expect(last).toMatchObject({ SEQUENCE: '5', DTSTART: '20261205T160000Z' });
  expect((await student.rows())[0]?.calendarSequence).toBe(5);
});

test('the second email about a move starts from the time in the first, and is skipped if that time is still right', async () => {
  const student = await openStudent(portal);
  const five = (await student.choose(await addClassOn(portal, '2026-11-17'))).body;
  const [first = 0, second = 0] = await openDays(2);
  await student.reschedule(five.id, first);
  await meetingsOf(portal).runWaitingJobs();
  await messageTo(portal, student.email);
  await student.reschedule(five.id, second);
  await student.reschedule(five.id, first);
  expect(await mailsTo(student.email)).toHaveLength(1);
  await student.reschedule(five.id, second);
  const mails = await mailsTo(student.email);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain(
    'from Tuesday, December 1 at 8:00 AM PT to Wednesday, December 2 at 8:00 AM PT.',
  );
});
