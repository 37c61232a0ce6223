import type { StudentRow } from '../../contract/people.ts';
import { isCompleted, isMissed } from '../../course/class-state.ts';
import { isFound, readSearch, searchableText } from '../../course/search.ts';
import type { Sort } from '../ui/data-table.tsx';

const sortKeys: Record<string, (row: StudentRow) => string> = {
  'Start Date': ({ startDate }) => startDate ?? '',
  Email: ({ email }) => email,
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
};

const { compare } = new Intl.Collator('en');

export const sortableColumns = Object.keys(sortKeys);

interface IndexedStudent {
  row: StudentRow;
  /** Computed once per person to keep searching fast. */
  text: string;
}

export function indexStudents(rows: readonly StudentRow[]): IndexedStudent[] {
  return rows.map((row) => ({ row, text: searchableText(row) }));
}

export function sortStudents(index: readonly IndexedStudent[], column: string): IndexedStudent[] {
  const key = sortKeys[column] ?? (() => '');
  return index.toSorted((one, other) => compare(key(one.row), key(other.row)));
}

export function searchStudents(index: readonly IndexedStudent[], typed: string): StudentRow[] {
  const search = readSearch(typed);
  return index.filter(({ row, text }) => isFound(search, text, row.phone)).map(({ row }) => row);
}

/** A canceled class that needs a new time counts as upcoming. */
export function classState(
  { startTime, attendance, isSuspended }: StudentRow['classDetails'][number],
  now: Date,
): 'completed' | 'missed' | 'excused or unclear' | 'upcoming' {
  if (isSuspended) return 'upcoming';
  if (isCompleted(attendance)) return 'completed';
  if (attendance) return 'excused or unclear';
  return isMissed(new Date(startTime), attendance, now) ? 'missed' : 'upcoming';
}

/** A missed class no longer counts once the student has moved it to another time. */
export const countMissed = ({ classDetails }: StudentRow, now: Date) =>
  classDetails.filter((one) => classState(one, now) === 'missed').length;

export function nextSort({ column, direction }: Sort, clicked: string): Sort {
  const isReversing = column === clicked && direction === 'ascending';
  return { column: clicked, direction: isReversing ? 'descending' : 'ascending' };
}

export const firstSort: Sort = { column: 'Start Date', direction: 'descending' };
