import { useMemo } from 'react';
import { PAGE_SIZES } from '../../course/course.ts';
import { AddPerson } from '../people/add-person.tsx';
import type { useStudents } from '../people/queries.ts';
import {
  firstSort,
  type IndexedStudent,
  nextSort,
  searchStudents,
  sortableColumns,
  sortStudents,
} from '../people/student-list.ts';
import { DataTable } from '../ui/data-table.tsx';
import { readSort, useSearchAddress, writeSort } from '../ui/list-address.ts';
import { formatCount, ListAge, ListHead, LoadedList, SearchBox } from '../ui/loaded-list.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { EmptyAdvice } from './empty-advice.tsx';
import { searchLabel } from './person-columns.tsx';
import { type StudentEdits, studentColumns } from './student-columns.tsx';

interface StudentTableProps {
  /** Undefined until the students are loaded. */
  index: readonly IndexedStudent[] | undefined;
  query: ReturnType<typeof useStudents>;
  canAdd: boolean;
  edits: StudentEdits | undefined;
}

const none: IndexedStudent[] = [];

export function StudentTable(props: StudentTableProps) {
  const { index, query, canAdd, edits } = props;
  const list = useSearchAddress();
  const search = list.typed;
  const sort = readSort(list.get('sort'), sortableColumns) ?? firstSort;
  // Sorted before it is searched: typing a letter then filters the list once and sorts nothing.
  const sorted = useMemo(() => sortStudents(index ?? none, sort.column), [index, sort.column]);
  const found = useMemo(() => {
    const ascending = searchStudents(sorted, search);
    return sort.direction === 'ascending' ? ascending : ascending.toReversed();
  }, [sorted, sort.direction, search]);
  const { rows, page, pages } = pageOf(found, list.page, PAGE_SIZES.students);

  const sortBy = (column: string) => list.filter('sort', writeSort(nextSort(sort, column)));
  return (
    <>
      <ListHead
        search={<SearchBox label={searchLabel} value={search} onChange={list.type} />}
        count={index && countOf(found.length, index.length)}
        age={<ListAge query={query} />}
      >
        {canAdd && <AddPerson kind="student" />}
      </ListHead>
      <LoadedList
        count={index && found.length}
        error={query.error}
        onRetry={query.refetch}
        loadingText="Loading students…"
        failedText="The students could not be loaded"
        emptyText="No students found"
        emptyAdvice={
          <EmptyAdvice
            search={search}
            who="Students"
            addButton={canAdd ? 'Add Student' : undefined}
            canImport={edits !== undefined}
          />
        }
      >
        <DataTable
          caption="Students"
          columns={studentColumns(edits)}
          rows={rows}
          sort={sort}
          onSort={sortBy}
        />
        <Pager page={page} pages={pages} onTurn={list.turnTo} />
      </LoadedList>
    </>
  );
}

function countOf(found: number, all: number): string {
  if (found !== all) return `${formatCount(found)} of ${formatCount(all)} students`;
  return all === 1 ? '1 student' : `${formatCount(all)} students`;
}
