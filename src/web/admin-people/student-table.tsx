import { useMemo, useState } from 'react';
import type { StudentRow } from '../../contract/admin-people.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import { DataTable } from '../ui/data-table.tsx';
import { ListHead } from '../ui/list-head.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { pageOf } from '../ui/paging.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { AddPerson } from './add-person.tsx';
import { searchLabel } from './person-columns.tsx';
import { type StudentEdits, studentColumns } from './student-columns.tsx';
import {
  firstSort,
  indexStudents,
  nextSort,
  searchStudents,
  sortStudents,
} from './student-list.ts';

interface StudentTableProps {
  students: StudentRow[] | undefined;
  error: Error | null;
  onRetry: () => void;
  canAdd: boolean;
  edits: StudentEdits | undefined;
}

const none: StudentRow[] = [];

export function StudentTable(props: StudentTableProps) {
  const { students, error, onRetry, canAdd, edits } = props;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState(firstSort);
  const [wanted, setWanted] = useState(1);
  // Sorted before it is searched: typing a letter then goes through the list once and sorts nothing.
  const index = useMemo(() => indexStudents(students ?? none), [students]);
  const sorted = useMemo(() => sortStudents(index, sort.column), [index, sort.column]);
  const found = useMemo(() => {
    const ascending = searchStudents(sorted, search);
    return sort.direction === 'ascending' ? ascending : ascending.toReversed();
  }, [sorted, sort.direction, search]);
  const { rows, page, pages } = pageOf(found, wanted, PAGE_SIZES.students);

  const change = (text: string) => {
    setSearch(text);
    setWanted(1);
  };
  const sortBy = (column: string) => {
    setSort(nextSort(sort, column));
    setWanted(1);
  };
  return (
    <>
      <ListHead
        search={<SearchBox label={searchLabel} value={search} onChange={change} />}
        count={students && countOf(found.length, students.length)}
      >
        {canAdd && <AddPerson kind="student" />}
      </ListHead>
      <LoadedList
        count={students && found.length}
        error={error}
        onRetry={onRetry}
        loadingText="Loading students…"
        failedText="The students could not be loaded"
        emptyText="No students found"
        emptyAdvice={search ? 'Try another name or email.' : undefined}
      >
        <DataTable
          caption="Students"
          columns={studentColumns(edits)}
          rows={rows}
          sort={sort}
          onSort={sortBy}
        />
        <Pager page={page} pages={pages} onTurn={setWanted} />
      </LoadedList>
    </>
  );
}

function countOf(found: number, all: number): string {
  if (found !== all) return `${found} of ${all} students`;
  return all === 1 ? '1 student' : `${all} students`;
}
