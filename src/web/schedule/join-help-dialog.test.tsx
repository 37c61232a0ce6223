import { expect, test } from 'vitest';
import { formatMeetingId } from './join-help-dialog.tsx';

test.each([
  ['81234567890', '812 3456 7890'],
  ['1234567890', '123 456 7890'],
  ['123456789', '123 456 789'],
  ['my.room', 'my.room'],
])('the meeting id %s is shown as %s', (meetingId, shown) => {
  expect(formatMeetingId(meetingId)).toBe(shown);
});
