import { expect, test } from 'vitest';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { followMakeupLink } from './schedule-links.ts';

const entry: ScheduleEntry = {
  id: 1,
  classNumber: 6,
  classId: 60,
  isRescheduled: false,
  wasInRoom: false,
  wasHeld: null,
  studentZoomJoinUrl: null,
  class: { startTime: '2026-11-25T00:00:00Z', zoomJoinUrl: null, instructorFirstName: null },
  cancellation: null,
};
const followed = (now: string, status?: string, classNumber = 6) =>
  followMakeupLink(classNumber, [entry], {
    records: status ? [{ classId: 60, status }] : [],
    requestedAt: new Date(now),
  });
const after = '2026-11-25T03:00:00Z';

test('the link for a missed class leads to its makeup', () => {
  expect(followed(after)).toEqual({ entry });
});

test.each([
  ['a completed class', followed(after, 'Present'), 'You’ve completed Class 6.'],
  ['an excused class', followed(after, 'Excused'), 'You don’t need to make up Class 6.'],
  [
    'a class that now has another time',
    followed('2026-11-24T20:00:00Z'),
    `Class 6 is on ${formatSlotForReader(new Date('2026-11-25T00:00:00Z'))}.`,
  ],
  [
    'a class the student doesn’t have',
    followed(after, undefined, 9),
    'Class 9 isn’t on your schedule right now.',
  ],
])('the link for %s says why there is nothing to make up', (_, link, reason) => {
  expect(link).toEqual({ reason });
});
