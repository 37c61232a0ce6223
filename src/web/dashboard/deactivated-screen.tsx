import { useQuery } from '@tanstack/react-query';
import type { FormerMember } from '../../contract/people-changes.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import type { Column } from '../ui/data-table.tsx';
import { useSearchAddress } from '../ui/list-address.ts';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { pagedQuery } from '../ui/pager.tsx';
import { emailColumn, nameColumn } from '../ui/person-columns.tsx';
import { PeopleList, serverPage } from './people-list.tsx';

const columns: Column<FormerMember>[] = [
  nameColumn,
  emailColumn(),
  { name: 'Role', cell: ({ role }) => (role === 'alumni' ? 'Alumni' : 'Student'), card: 'badge' },
  {
    name: 'Deactivated',
    cell: ({ deactivatedAt }) => formatCalendarDate(pacificDate(new Date(deactivatedAt))),
    card: 'more',
  },
];

export function DeactivatedScreen() {
  const list = useSearchAddress();
  const search = { search: list.stored, page: list.storedPage };
  const query = useQuery(pagedQuery('GET /api/admin/deactivated', { query: search }));
  return (
    <>
      <StaffPageHead title="Deactivated people">
        Students and alumni who can no longer sign in
      </StaffPageHead>
      <PeopleList
        kind="deactivated"
        {...serverPage(list, query, 'deactivated')}
        columns={columns}
      />
    </>
  );
}
