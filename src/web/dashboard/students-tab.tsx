import { type ComponentType, useMemo } from 'react';
import type { StudentRow } from '../../contract/people.ts';
import { PAGE_SIZES } from '../../course/course.ts';
import { useRights } from '../auth.tsx';
import { AddPerson } from '../people/add-person.tsx';
import { useStudents } from '../people/queries.ts';
import {
  countMissed,
  firstSort,
  indexStudents,
  nextSort,
  searchStudents,
  sortableColumns,
  sortStudents,
} from '../people/student-list.ts';
import { UnmatchedRetreats } from '../retreats/unmatched-retreats.tsx';
import { now } from '../server-clock.ts';
import { Select } from '../ui/field.tsx';
import { readSort, useSearchAddress, writeSort } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { countOf, formatCount } from '../ui/loaded-list.tsx';
import { pageOf } from '../ui/pager.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { PeopleList } from './people-list.tsx';
import { studentColumns } from './person-columns.tsx';

const { EditStudentDialog } = lazily(() => import('../people/person-dialog.tsx'));
const { EditRetreatDialog, EnterRetreatDialog } = lazily(
  () => import('../retreats/retreat-dialogs.tsx'),
);

type StudentDialog = ComponentType<DialogControl & { student: StudentRow | undefined }>;

const allStudents = 'All students';
const everyone = ['', allStudents] as const;
const missedFilters = [everyone, ['2', 'Missed two or more'], ['1', 'Missed any']] as const;

export function StudentsTab() {
  const { canEdit, isAdmin } = useRights();
  const query = useStudents();
  const { data } = query;
  const editing = useDialog<[Dialog: StudentDialog, id: number]>();
  // Look up the student on every render, so that an open dialog notices changes and removals.
  const find = (id: number) => data?.find((row) => row.id === id);
  const edits = {
    onEdit: (id: number) => editing.open([EditStudentDialog, id]),
    onEditRetreat: (id: number) => editing.open([EditRetreatDialog, id]),
    onEnterRetreat: (id: number) => editing.open([EnterRetreatDialog, id]),
  };
  const list = useSearchAddress();
  const search = list.typed;
  const sort = readSort(list.get('sort'), sortableColumns) ?? firstSort;
  // Sort before searching, so that each keystroke only has to filter.
  const index = useMemo(() => indexStudents(data ?? []), [data]);
  const sorted = useMemo(() => sortStudents(index, sort.column), [index, sort.column]);
  const [least] = missedFilters.find(([value]) => value === list.get('missed')) ?? everyone;
  const found = useMemo(() => {
    const all = searchStudents(sorted, search);
    const time = now();
    const ascending = least ? all.filter((row) => countMissed(row, time) >= Number(least)) : all;
    return sort.direction === 'ascending' ? ascending : ascending.toReversed();
  }, [sorted, sort.direction, search, least]);
  const { rows, page, pages } = pageOf(found, list.page, PAGE_SIZES.students);
  return (
    <>
      {isAdmin && <UnmatchedRetreats />}
      <PeopleList
        kind="student"
        {...{ list, query, search, page, pages, sort }}
        rows={data && rows}
        columns={studentColumns(isAdmin ? edits : undefined)}
        count={data && partOf(found.length, data.length) + countOf(data.length, 'student')}
        emptyAdvice={least && `Choose “${allStudents}” to clear the filter.`}
        filter={
          <Select
            aria-label="Which students"
            value={least}
            onChange={({ target }) => list.filter('missed', target.value || null)}
            className="max-sm:w-full"
            options={missedFilters}
          />
        }
        onSort={(column) => list.filter('sort', writeSort(nextSort(sort, column)))}
      >
        {canEdit && <AddPerson kind="student" />}
      </PeopleList>
      {editing.render((dialog, [Dialog, id]) => (
        <Dialog student={find(id)} {...dialog} />
      ))}
    </>
  );
}

const partOf = (found: number, all: number) => (found < all ? `${formatCount(found)} of ` : '');
