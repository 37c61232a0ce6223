import { useMemo, useState } from 'react';
import { PAGE_SIZES } from '../../course/course.ts';
import { AddPerson } from '../people/add-person.tsx';
import {
  firstSort,
  type IndexedStudent,
  nextSort,
  searchStudents,
  sortStudents,
} from '../people/student-list.ts';
import { DataTable } from '../ui/data-table.tsx';
import { ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Pager, pageOf } from '../ui/pager.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { searchLabel } from './person-columns.tsx';
import { type StudentEdits, studentColumns } from './student-columns.tsx';

interface StudentTableProps {
  /** Undefined until the students are loaded. */
  index: readonly IndexedStudent[] | undefined;
  error: Error | null;
  onRetry: () => void;
  canAdd: boolean;
  edits: StudentEdits | undefined;
}

const none: IndexedStudent[] = [];

export function StudentTable(props: StudentTableProps) {
  const { index, error, onRetry, canAdd, edits } = props;
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState(firstSort);
  const [wanted, setWanted] = useState(1);
  // Sorted before it is searched: typing a letter then filters the list once and sorts nothing.
  const sorted = useMemo(() => sortStudents(index ?? none, sort.column), [index, sort.column]);
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
        count={index && countOf(found.length, index.length)}
      >
        {canAdd && <AddPerson kind="student" />}
      </ListHead>
      <LoadedList
        count={index && found.length}
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
