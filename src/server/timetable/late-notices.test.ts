import { expect, test } from 'vitest';
import { openClient, outboxOf } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { addClassOn } from '../../../tests/support/students.ts';
import { CLASS_DURATION_MS } from '../../course/course.ts';

const newStart = new Date('2026-11-25T18:00:00-08:00');
const minute = 60_000;

async function noticesSentAt(instant: Date): Promise<string[]> {
  await using portal = await openPortal({ runsJobs: false });
  await meetingsOf(portal).forgetDemoClasses();
  const student = await remindersOf(portal).openTextedStudent();
  const classId = await addClassOn(portal, '2026-11-24');
  await student.choose(classId);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const answer = await openClient(portal, { session }).patch(`/api/classes/${classId}`, {
    pacificDate: '2026-11-25T12:00:00',
    timeSlot: '6PM',
    dayOfWeek: 'Wednesday',
    classType: 'Weekly',
  });
  expect(answer.status).toBe(200);
  portal.clock.moveTo(instant);
  await portal.startJobs();
  await meetingsOf(portal).finishJobs();
  const theirs = [student.email, student.phone];
  const messages = (await outboxOf(portal)).filter(({ to }) => theirs.includes(to));
  return messages.map(({ channel }) => channel).toSorted();
}

test('late messages about a move are sent until the class is over', async () => {
  const end = newStart.getTime() + CLASS_DURATION_MS;
  expect(await noticesSentAt(new Date(end - 2 * minute))).toEqual(['email', 'text']);
});

test('no messages about a move are sent once the class is over', async () => {
  const end = newStart.getTime() + CLASS_DURATION_MS;
  expect(await noticesSentAt(new Date(end + minute))).toEqual([]);
});
