import { Suspense } from 'react';
import { Link } from 'wouter';
import type { AlumniRow } from '../../contract/people.ts';
import { PAGES } from '../../course/pages.ts';
import { AddPerson } from '../people/add-person.tsx';
import { useAlumni } from '../people/queries.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useSearchAddress } from '../ui/list-address.ts';
import { loadLazily } from '../ui/load-lazily.ts';
import { formatCount, ListAge, ListHead, LoadedList } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { DeactivatedLink } from './deactivated-link.tsx';
import { EmptyAdvice } from './empty-advice.tsx';
import {
  editableEmail,
  emailColumn,
  firstNameColumn,
  lastNameColumn,
  loginLinkColumn,
  phoneColumn,
  searchLabel,
  startDateColumn,
  textOptInColumn,
} from './person-columns.tsx';

const EditAlumnusDialog = loadLazily(() =>
  import('../people/edit-alumnus-dialog.tsx').then((chunk) => chunk.EditAlumnusDialog),
);
const ErasePersonDialog = loadLazily(() =>
  import('../people/erase-person-dialog.tsx').then((part) => part.ErasePersonDialog),
);

/** What an admin can open from a row. */
interface AlumniEdits {
  onEdit: (id: number) => void;
  onErase: (alumnus: AlumniRow) => void;
}

function alumniColumns(edits: AlumniEdits | undefined): Column<AlumniRow>[] {
  const erasable: Column<AlumniRow> = {
    ...loginLinkColumn,
    cell: (alumnus) => (
      <div className="flex flex-wrap items-center gap-x-4">
        <div>{loginLinkColumn.cell(alumnus)}</div>
        <TextButton
          aria-haspopup="dialog"
          className="min-h-11 text-sm"
          onClick={() => edits?.onErase(alumnus)}
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
    edits ? editableEmail(edits.onEdit) : emailColumn,
    firstNameColumn,
    lastNameColumn,
    phoneColumn,
    textOptInColumn,
    edits ? erasable : loginLinkColumn,
  ];
}

export function AlumniTab({ canAdd, canEdit }: { canAdd: boolean; canEdit: boolean }) {
  const list = useSearchAddress();
  const search = list.stored;
  const query = useAlumni({ search, page: list.storedPage });
  const { data, error, refetch, isPlaceholderData } = query;
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const erasing = useDialog<AlumniRow>();
  const editing = useDialog<number>();
  const columns = alumniColumns(
    canEdit ? { onEdit: editing.open, onErase: erasing.open } : undefined,
  );

  return (
    <>
      <ListHead
        search={<SearchBox label={searchLabel} value={list.typed} onChange={list.type} />}
        count={
          total === undefined ? undefined : `${formatCount(total)} alumni${search && ' found'}`
        }
        age={<ListAge query={query} />}
      >
        <div className="flex flex-wrap gap-2">
          {canEdit && (
            <Link
              href={PAGES.makeAlumni}
              className={buttonStyles({ variant: 'outline', size: 'small' })}
            >
              Make Alumni
            </Link>
          )}
          {canAdd && <AddPerson kind="alumni" />}
        </div>
      </ListHead>
      <LoadedList
        count={data?.data.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading alumni…"
        failedText="The alumni could not be loaded"
        emptyText="No alumni found"
        emptyAdvice={
          <EmptyAdvice
            search={search}
            who="Alumni"
            addButton={canAdd ? 'Add Alumni' : undefined}
            canImport={canEdit}
          />
        }
      >
        <DataTable
          caption="Alumni"
          columns={columns}
          rows={data?.data ?? []}
          isStale={isPlaceholderData}
        />
        <Pager
          // The requested page, so that two clicks on Next go two pages on.
          page={isPlaceholderData ? Math.min(list.page, totalPages) : page}
          pages={totalPages}
          onTurn={list.turnTo}
        />
      </LoadedList>
      {canEdit && <DeactivatedLink />}
      <Suspense>
        {editing.subject && (
          <EditAlumnusDialog
            alumnus={data?.data.find(({ id }) => id === editing.subject)}
            open={editing.isOpen}
            onClose={editing.close}
          />
        )}
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
