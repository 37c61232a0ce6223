import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { PAGES } from '../../course/pages.ts';
import { type Rights, useRights } from '../auth.tsx';
import { DataTable } from '../ui/data-table.tsx';
import type { useSearchAddress } from '../ui/list-address.ts';
import { formatCount, ListAge, ListHead, LoadedList, SearchBox } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { TextLink } from '../ui/text-link.tsx';

const lists = {
  student: { name: 'Students', button: 'Add Student' },
  alumni: { name: 'Alumni', button: 'Add Alumni' },
  deactivated: { name: 'Deactivated people', button: undefined },
};

type List = ReturnType<typeof useSearchAddress>;

interface PeopleListProps<Row extends { id: number }>
  extends Omit<ComponentProps<typeof DataTable<Row>>, 'caption' | 'rows'> {
  kind: keyof typeof lists;
  list: List;
  query: UseQueryResult;
  search: string;
  rows: readonly Row[] | undefined;
  count: string | undefined;
  page: number;
  pages: number;
  filter?: ReactNode;
  /** Replaces the usual advice if the list is empty because of a filter. */
  emptyAdvice?: string;
  children?: ReactNode;
}

export function PeopleList<Row extends { id: number }>(props: PeopleListProps<Row>) {
  const { kind, list, query, search, rows, count, page, pages, filter, children, ...rest } = props;
  const { emptyAdvice, ...table } = rest;
  const rights = useRights();
  const name = lists[kind].name.toLowerCase();
  return (
    <>
      <ListHead
        search={
          <SearchBox label="Search by name & email" value={list.typed} onChange={list.type}>
            {filter}
          </SearchBox>
        }
        count={count}
        age={<ListAge query={query} />}
      >
        {children}
      </ListHead>
      <LoadedList
        count={rows?.length}
        query={query}
        what={`the ${name}`}
        emptyText={`No ${name} found`}
        emptyAdvice={emptyAdvice || adviceFor(kind, search, rights)}
      >
        <DataTable {...table} caption={lists[kind].name} rows={rows ?? []} />
        <Pager page={page} pages={pages} onTurn={list.turnTo} />
      </LoadedList>
    </>
  );
}

function adviceFor(kind: keyof typeof lists, search: string, { canEdit, isAdmin }: Rights) {
  const { name, button } = lists[kind];
  if (search) return `No one matches “${search}”. Try another name, email or phone number.`;
  if (!button) return 'Everyone can sign in.';
  if (!canEdit) return `${name} will show up here once an admin adds them.`;
  if (!isAdmin) return `Press ${button} to add the first one.`;
  return (
    <>
      Press {button} to add the first one, or <TextLink href={PAGES.import}>import a list</TextLink>
      .
    </>
  );
}

interface Page<Row> {
  data: Row[];
  pagination: { page: number; totalPages: number; total: number };
}

export function serverPage<Row>(list: List, query: UseQueryResult<Page<Row>>, noun: string) {
  const { data, isPlaceholderData } = query;
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const search = list.stored;
  return {
    ...{ list, query, search, rows: data?.data, isStale: isPlaceholderData },
    count: total === undefined ? undefined : `${formatCount(total)} ${noun}${search && ' found'}`,
    // While loading, show the requested page, so that two clicks on Next advance two pages.
    page: isPlaceholderData ? Math.min(list.page, totalPages) : page,
    pages: totalPages,
  };
}
