import type { FormerMember } from '../../contract/people-changes.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import { useDeactivated } from '../people/queries.ts';
import { emailColumn } from '../ui/contact-columns.tsx';
import type { Column } from '../ui/data-table.tsx';
import { useSearchAddress } from '../ui/list-address.ts';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { PersonLink } from '../ui/text-link.tsx';
import { PeopleList, serverPage } from './people-list.tsx';

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
  emailColumn,
  { name: 'Role', cell: ({ role }) => (role === 'alumni' ? 'Alumni' : 'Student') },
  {
    name: 'Deactivated',
    cell: ({ deactivatedAt }) => formatCalendarDate(pacificDate(new Date(deactivatedAt))),
  },
];

export function DeactivatedScreen() {
  const list = useSearchAddress();
  const query = useDeactivated({ search: list.stored, page: list.storedPage });
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
