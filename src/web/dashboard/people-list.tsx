import type { ComponentProps, ReactNode } from 'react';
import type { AlumniRow } from '../../contract/people.ts';
import { PAGES } from '../../course/pages.ts';
import { AddPerson } from '../people/add-person.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { useSearchAddress } from '../ui/list-address.ts';
import { ListAge, ListHead, LoadedList, SearchBox } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { TextLink } from '../ui/text-link.tsx';

const lists = {
  student: { name: 'Students', button: 'Add Student' },
  alumni: { name: 'Alumni', button: 'Add Alumni' },
};

export interface PeopleTabProps {
  canAdd: boolean;
  canEdit: boolean;
}

interface PeopleListProps<Row extends AlumniRow>
  extends PeopleTabProps,
    Omit<ComponentProps<typeof DataTable<Row>>, 'caption' | 'rows'> {
  kind: keyof typeof lists;
  list: ReturnType<typeof useSearchAddress>;
  query: ComponentProps<typeof ListAge>['query'] & { error: Error | null };
  search: string;
  rows: readonly Row[] | undefined;
  count: string | undefined;
  page: number;
  pages: number;
  /** Next to the search box. */
  filter?: ReactNode;
  /** Replaces the usual advice if a filter is why the list is empty. */
  emptyAdvice?: string;
  /** Additional buttons next to Add Student or Add Alumni. */
  children?: ReactNode;
}

/** The search box, table and pagination of the Students and Alumni tabs. */
export function PeopleList<Row extends AlumniRow>(props: PeopleListProps<Row>) {
  const { kind, list, query, search, rows, count, page, pages, children, ...rest } = props;
  const { canAdd, canEdit, filter, emptyAdvice, ...table } = rest;
  const { name, button } = lists[kind];
  return (
    <>
      <ListHead
        search={
          <>
            <SearchBox label="Search by name & email" value={list.typed} onChange={list.type} />
            {filter}
          </>
        }
        count={count}
        age={<ListAge query={query} />}
      >
        <div className="flex flex-wrap gap-2">
          {children}
          {canAdd && <AddPerson kind={kind} />}
        </div>
      </ListHead>
      <LoadedList
        count={rows?.length}
        error={query.error}
        onRetry={query.refetch}
        loadingText={`Loading ${name.toLowerCase()}…`}
        failedText={`We couldn’t load the ${name.toLowerCase()}`}
        emptyText={`No ${name.toLowerCase()} found`}
        emptyAdvice={emptyAdvice || adviceFor(search, name, canAdd && button, canEdit)}
      >
        <DataTable {...table} caption={name} rows={rows ?? []} />
        <Pager page={page} pages={pages} onTurn={list.turnTo} />
      </LoadedList>
      {canEdit && (
        <p className="mt-4 text-sm">
          <TextLink
            href={PAGES.deactivated}
            className="inline-block min-h-11 content-center pointer-fine:min-h-0"
          >
            Deactivated people
          </TextLink>
        </p>
      )}
    </>
  );
}

function adviceFor(search: string, name: string, button: string | false, canImport: boolean) {
  if (search) return `No one matches “${search}”. Try another name, email or phone number.`;
  if (!button) return `${name} will show up here once an admin adds them.`;
  if (!canImport) return `Press ${button} to add the first one.`;
  return (
    <>
      Press {button} to add the first one, or <TextLink href={PAGES.import}>import a list</TextLink>
      .
    </>
  );
}
