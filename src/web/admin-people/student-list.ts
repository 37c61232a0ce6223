import type { StudentRow } from '../../contract/admin-people.ts';
import type { Sort } from '../ui/data-table.tsx';

/** By the names of their columns. */
const sortKeys: Record<string, (row: StudentRow) => string> = {
  'Start Date': ({ startDate }) => startDate ?? '',
  Email: ({ email }) => email,
  'First Name': ({ firstName }) => firstName,
  'Last Name': ({ lastName }) => lastName,
};

const { compare } = new Intl.Collator('en', { sensitivity: 'base' });

/** Rows that compare alike keep the order in which the server sent them, whichever way the others run. */
export function sortStudents(rows: readonly StudentRow[], { column, direction }: Sort) {
  const key = sortKeys[column] ?? (() => '');
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => sign * compare(key(one), key(other)));
}

/** What is searched of each row, put together once for all searches. */
export function indexStudents(rows: readonly StudentRow[]) {
  return rows.map((row) => ({
    row,
    text: `${row.firstName}\n${row.lastName}\n${row.email}`.toLowerCase(),
  }));
}

/** Every word has to be somewhere in the name or the address, as in the search for alumni. */
export function searchStudents(index: ReturnType<typeof indexStudents>, search: string) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return index
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ row }) => row);
}

/** The column that is sorted by already turns round; another one begins from its start. */
export function nextSort({ column, direction }: Sort, asked: string): Sort {
  const isTurning = column === asked && direction === 'ascending';
  return { column: asked, direction: isTurning ? 'descending' : 'ascending' };
}

/** As the server sends them: whoever started last comes first. */
export const firstSort: Sort = { column: 'Start Date', direction: 'descending' };
