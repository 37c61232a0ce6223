import { expect, test } from 'vitest';
import { adminClass } from '../testing/fixtures.ts';
import { filterClasses, filterOptions } from './class-filters.tsx';

const classes = [
  adminClass(1, {
    startTime: '2026-11-18T02:00:00Z',
    instructorId: 4,
    instructorFirstName: 'Ruth',
  }),
  adminClass(2, { startTime: '2026-11-18T17:00:00Z', registrationCount: 3, classType: 'Monthly' }),
  adminClass(3, {
    startTime: '2026-11-25T02:00:00Z',
    instructorId: 9,
    instructorFirstName: 'Ruth',
  }),
];

test.each<[Record<string, string>, number[]]>([
  [{}, [1, 2, 3]],
  [{ day: '2' }, [1, 3]],
  [{ hour: '09:00' }, [2]],
  [{ teacher: 'Ruth-9' }, [3]],
  [{ teacher: 'TBA-' }, [2]],
  [{ type: 'Monthly' }, [2]],
  [{ size: 'Has students' }, [2]],
  [{ day: '2', hour: '18:00', size: 'Empty' }, [1, 3]],
  [{ day: '2', type: 'Monthly' }, []],
])('the filters %o leave the classes %j', (chosen, ids) => {
  const found = filterClasses(classes, (name) => chosen[name] ?? null);
  expect(found.map(({ id }) => id)).toEqual(ids);
});

test('a filter offers each value of the list once, in order', () => {
  const offered = filterOptions(classes).map(({ name, options }) => [
    name,
    ...options.map(([, label]) => label),
  ]);
  expect(offered).toEqual([
    ['day', 'Tuesday', 'Wednesday'],
    ['hour', '9:00 AM PT', '6:00 PM PT'],
    ['teacher', 'Ruth', 'Ruth', 'TBA'],
    ['type', 'Monthly', 'Weekly'],
    ['size', 'Empty', 'Has students'],
  ]);
});
