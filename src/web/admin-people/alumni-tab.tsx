import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, keyOf } from '../call.ts';
import { DataTable } from '../ui/data-table.tsx';
import { ListHead } from '../ui/list-head.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { AddPerson } from './add-person.tsx';
import {
  emailColumn,
  firstNameColumn,
  lastNameColumn,
  loginLinkColumn,
  phoneColumn,
  searchLabel,
  startDateColumn,
  textOptInColumn,
} from './person-columns.tsx';

const columns = [
  startDateColumn,
  emailColumn,
  firstNameColumn,
  lastNameColumn,
  phoneColumn,
  textOptInColumn,
  loginLinkColumn,
];

/** A pause in typing: the server is asked for words, not for letters. */
const pauseMs = 250;

export function AlumniTab({ canAdd }: { canAdd: boolean }) {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState({ search: '', page: 1 });
  useEffect(() => {
    const words = search.trim();
    const ask = () =>
      setAsked((last) => (last.search === words ? last : { search: words, page: 1 }));
    const timer = setTimeout(ask, pauseMs);
    return () => clearTimeout(timer);
  }, [search]);
  const query = { ...asked, limit: '20' as const };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keyOf('GET /api/alumni', { query }),
    queryFn: () => call('GET /api/alumni', { query }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const turn = (to: number) => setAsked((last) => ({ ...last, page: to }));

  return (
    <>
      <ListHead
        search={<SearchBox label={searchLabel} value={search} onChange={setSearch} />}
        count={total === undefined ? undefined : `${total} alumni${asked.search && ' found'}`}
      >
        {canAdd && <AddPerson kind="alumni" />}
      </ListHead>
      <LoadedList
        count={data?.data.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading alumni…"
        failedText="The alumni could not be loaded"
        emptyText="No alumni found"
        emptyAdvice={asked.search ? 'Try another name or email.' : undefined}
      >
        <DataTable
          caption="Alumni"
          columns={columns}
          rows={data?.data ?? []}
          isStale={isPlaceholderData}
        />
        <Pager
          // The page one has turned to, so that turning twice goes two pages on.
          page={isPlaceholderData ? Math.min(asked.page, totalPages) : page}
          pages={totalPages}
          onTurn={turn}
        />
      </LoadedList>
    </>
  );
}
