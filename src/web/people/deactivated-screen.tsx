import type { FormerMember } from '../../contract/people-changes.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { Email } from '../ui/contact.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { useSearchAddress } from '../ui/list-address.ts';
import { formatCount, ListHead, LoadedList, SearchBox } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { Pager } from '../ui/pager.tsx';
import { PersonLink } from '../ui/text-link.tsx';
import { useDeactivated } from './queries.ts';

const columns: Column<FormerMember>[] = [
  {
    name: 'Name',
    onPhone: 'title',
    className: 'wrap-anywhere',
    cell: ({ id, firstName, lastName }) => (
      <PersonLink id={id}>
        {firstName} {lastName}
      </PersonLink>
    ),
  },
  {
    name: 'Email',
    onPhone: 'subtitle',
    className: 'wrap-anywhere',
    cell: ({ email }) => <Email address={email} />,
  },
  { name: 'Role', cell: ({ role }) => (role === 'alumni' ? 'Alumni' : 'Student') },
  {
    name: 'Deactivated',
    cell: ({ deactivatedAt }) => formatCalendarDate(pacificDate(new Date(deactivatedAt))),
  },
];

export function DeactivatedScreen() {
  const list = useSearchAddress();
  const query = useDeactivated({ search: list.stored, page: list.storedPage });
  const { data, error, refetch, isPlaceholderData } = query;
  const { page = 1, totalPages = 1, total } = data?.pagination ?? {};
  return (
    <>
      <StaffPageHead title="Deactivated people">
        Students and alumni who can no longer sign in
      </StaffPageHead>
      <ListHead
        search={
          <SearchBox label="Search by name & email" value={list.typed} onChange={list.type} />
        }
        count={
          total === undefined
            ? undefined
            : `${formatCount(total)} ${total === 1 ? 'person' : 'people'}${list.stored && ' found'}`
        }
      />
      <LoadedList
        count={data?.data.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading people…"
        failedText="We couldn’t load this list"
        emptyText={list.stored ? 'No one found' : 'No one is deactivated'}
      >
        <DataTable
          caption="Deactivated people"
          columns={columns}
          rows={data?.data ?? []}
          isStale={isPlaceholderData}
        />
        <Pager
          page={isPlaceholderData ? Math.min(list.page, totalPages) : page}
          pages={totalPages}
          onTurn={list.turnTo}
        />
      </LoadedList>
    </>
  );
}
