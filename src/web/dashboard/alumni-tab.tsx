import { Link } from 'wouter';
import type { AlumniRow } from '../../contract/people.ts';
import { PAGES } from '../../course/pages.ts';
import { AddPerson } from '../people/add-person.tsx';
import { useAlumni } from '../people/queries.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useSearchAddress } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { formatCount, ListAge, ListHead, LoadedList, SearchBox } from '../ui/loaded-list.tsx';
import { Pager } from '../ui/pager.tsx';
import { buttonStyles } from '../ui/styles.ts';
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

const { EditAlumnusDialog } = lazily(() => import('../people/person-dialog.tsx'));

function alumniColumns(onEdit: ((id: number) => void) | undefined): Column<AlumniRow>[] {
  return [
    startDateColumn,
    onEdit ? editableEmail(onEdit) : emailColumn,
    firstNameColumn,
    lastNameColumn,
    phoneColumn,
    textOptInColumn,
    loginLinkColumn,
  ];
}

export function AlumniTab({ canAdd, canEdit }: { canAdd: boolean; canEdit: boolean }) {
  const list = useSearchAddress();
  const search = list.stored;
  const query = useAlumni({ search, page: list.storedPage });
  const { data, error, refetch, isPlaceholderData } = query;
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  const editing = useDialog<number>();
  const columns = alumniColumns(canEdit ? editing.open : undefined);

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
      {editing.render((dialog, subject) => (
        <EditAlumnusDialog alumnus={data?.data.find(({ id }) => id === subject)} {...dialog} />
      ))}
    </>
  );
}
