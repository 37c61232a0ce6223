import { expect, test } from 'vitest';
import { describeChanges } from './changes.ts';

const names = { person: () => 'Nora', classTime: () => 'Nov 19', isDeletedClass: () => false };

test('a value that only exists before is shown as a fact, not as a change', () => {
  const canceled = describeChanges(
    { startsAt: '2026-11-19T20:00:00.000Z' },
    { reason: 'The teacher is ill', registered: 2 },
    names,
  );
  expect(canceled).toEqual([
    { field: 'Time', before: null, after: 'Thu, Nov 19, 2026, 12:00 PM PT' },
    { field: 'Reason', before: null, after: 'The teacher is ill' },
    { field: 'Registered', before: null, after: '2' },
  ]);
});

test('phone numbers are formatted, and row ids are left out', () => {
  expect(
    describeChanges(
      { phone: null },
      { message: 1, registrationId: 7, phone: '+12025550103' },
      names,
    ),
  ).toEqual([{ field: 'Phone', before: null, after: '(202) 555-0103' }]);
});
