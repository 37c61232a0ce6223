import { Suspense, useEffect, useState } from 'react';
import type { AlumniRow } from '../../contract/people.ts';
import { AddPerson } from '../people/add-person.tsx';
import { useAlumni } from '../people/queries.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { loadLazily } from '../ui/load-lazily.ts';
import { ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
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

const ErasePersonDialog = loadLazily(() =>
  import('../people/erase-person-dialog.tsx').then((part) => part.ErasePersonDialog),
);

function alumniColumns(onErase: ((alumnus: AlumniRow) => void) | undefined): Column<AlumniRow>[] {
  const erasable: Column<AlumniRow> = {
    ...loginLinkColumn,
    cell: (alumnus) => (
      <div className="flex flex-wrap items-center gap-x-4">
        <div>{loginLinkColumn.cell(alumnus)}</div>
        <TextButton
          aria-haspopup="dialog"
          className="min-h-11 text-sm"
          onClick={() => onErase?.(alumnus)}
        >
          Erase…
          <span className="sr-only">
            {' '}
            {alumnus.firstName} {alumnus.lastName}
          </span>
        </TextButton>
      </div>
    ),
  };
  return [
    startDateColumn,
    emailColumn,
    firstNameColumn,
    lastNameColumn,
    phoneColumn,
    textOptInColumn,
    onErase ? erasable : loginLinkColumn,
  ];
}

/** The search starts when typing has paused for this long. */
const debounceMs = 250;

export function AlumniTab({ canAdd, canErase }: { canAdd: boolean; canErase: boolean }) {
  const [search, setSearch] = useState('');
  const [request, setRequest] = useState({ search: '', page: 1 });
  useEffect(() => {
    const text = search.trim();
    const apply = () =>
      setRequest((last) => (last.search === text ? last : { search: text, page: 1 }));
    const timer = setTimeout(apply, debounceMs);
    return () => clearTimeout(timer);
  }, [search]);
  const { data, error, refetch, isPlaceholderData } = useAlumni(request);
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const erasing = useDialog<AlumniRow>();
  const columns = alumniColumns(canErase ? erasing.open : undefined);
  const goToPage = (to: number) => setRequest((last) => ({ ...last, page: to }));

  return (
    <>
      <ListHead
        search={<SearchBox label={searchLabel} value={search} onChange={setSearch} />}
        count={total === undefined ? undefined : `${total} alumni${request.search && ' found'}`}
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
        emptyAdvice={request.search ? 'Try another name or email.' : undefined}
      >
        <DataTable
          caption="Alumni"
          columns={columns}
          rows={data?.data ?? []}
          isStale={isPlaceholderData}
        />
        <Pager
          // The requested page, so that two clicks on Next go two pages on.
          page={isPlaceholderData ? Math.min(request.page, totalPages) : page}
          pages={totalPages}
          onTurn={goToPage}
        />
      </LoadedList>
      <Suspense>
        {erasing.subject && (
          <ErasePersonDialog
            person={erasing.subject}
            open={erasing.isOpen}
            onClose={erasing.close}
            onErased={erasing.close}
          />
        )}
      </Suspense>
    </>
  );
}
