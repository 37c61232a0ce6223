import { expect, test } from 'vitest';
import type { StudentRow } from '../../contract/people.ts';
import {
  classState,
  countMissed,
  firstSort,
  indexStudents,
  nextSort,
  searchStudents,
  sortStudents,
} from './student-list.ts';

const student = (firstName: string, lastName: string, startDate: string | null = null) =>
  ({ firstName, lastName, email: `${firstName}@Demo.test`, startDate }) as StudentRow;

const students = [
  student('Émile', 'Zola', '2026-11-02'),
  student('ada', 'Lovelace'),
  student('Zoe', 'Adams', '2025-01-31'),
];
const index = indexStudents(students);
const firstNames = (rows: readonly StudentRow[]) => rows.map(({ firstName }) => firstName);
const sortedBy = (column: string) => firstNames(sortStudents(index, column).map(({ row }) => row));

test('a search matches parts of the name and the email, in any letter case', () => {
  expect(firstNames(searchStudents(index, 'LOVE'))).toEqual(['ada']);
  expect(firstNames(searchStudents(index, 'zoe@demo'))).toEqual(['Zoe']);
});

test('a search matches without accents, and by the digits of a phone number', () => {
  const withPhone = indexStudents([
    ...students,
    { ...student('Tom', 'Ode'), phone: '+12025550102' },
  ]);
  expect(firstNames(searchStudents(withPhone, 'emile'))).toEqual(['Émile']);
  expect(firstNames(searchStudents(withPhone, '202 555 0102'))).toEqual(['Tom']);
});

test('every word of a search has to match, in any order and field', () => {
  expect(firstNames(searchStudents(index, ' adams  zoe '))).toEqual(['Zoe']);
  expect(searchStudents(index, 'adams ada.lovelace')).toEqual([]);
});

test('a word cannot span the first and the last name', () => {
  expect(searchStudents(index, 'adalovelace')).toEqual([]);
});

test('an empty search matches everyone', () => {
  expect(searchStudents(index, '  ')).toHaveLength(3);
});

test('names are sorted ignoring case and accents', () => {
  expect(sortedBy('First Name')).toEqual(['ada', 'Émile', 'Zoe']);
  expect(sortedBy('Last Name')).toEqual(['Zoe', 'ada', 'Émile']);
});

test('students without a start date come before the earliest one', () => {
  expect(sortedBy('Start Date')).toEqual(['ada', 'Zoe', 'Émile']);
});

test('sorting does not change the index', () => {
  sortStudents(index, 'Email');
  expect(index.map(({ row }) => row)).toEqual(students);
});

test('the list starts with the latest start date', () => {
  expect(firstSort).toEqual({ column: 'Start Date', direction: 'descending' });
});

test('a second click on a column reverses it, and another column starts ascending', () => {
  const once = nextSort(firstSort, 'Email');
  const twice = nextSort(once, 'Email');
  expect(once).toEqual({ column: 'Email', direction: 'ascending' });
  expect(twice.direction).toBe('descending');
  expect(nextSort(twice, 'Email').direction).toBe('ascending');
  expect(nextSort(twice, 'Last Name').direction).toBe('ascending');
});

const now = new Date('2026-11-16T18:00:00Z');
const classAt = (startTime: string, status?: string, isSuspended = false) =>
  ({ startTime, attendance: status ? { status } : null, isSuspended }) as never;
const past = '2026-11-10T18:00:00Z';
const ahead = '2026-11-20T18:00:00Z';

test.each([
  ['completed', classAt(past, 'Present')],
  ['missed', classAt(past)],
  ['upcoming', classAt(ahead)],
  ['upcoming', classAt(past, undefined, true)],
  ['excused or unclear', classAt(ahead, 'Excused')],
  ['excused or unclear', classAt(past, 'Joined')],
])('a class is %s', (state, courseClass) => {
  expect(classState(courseClass, now)).toBe(state);
});

test('only missed classes are counted as missed', () => {
  const classDetails = [classAt(past), classAt(past), classAt(past, 'Present'), classAt(ahead)];
  expect(countMissed({ ...student('Ada', 'Byron'), classDetails }, now)).toBe(2);
});
