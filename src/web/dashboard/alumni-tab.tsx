import { useQuery } from '@tanstack/react-query';
import { useRights } from '../auth.tsx';
import { AddPerson } from '../people/add-person.tsx';
import { useSearchAddress } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { pagedQuery } from '../ui/pager.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { PeopleList, serverPage } from './people-list.tsx';
import { alumniColumns } from './person-columns.tsx';

const { EditAlumnusDialog } = lazily(() => import('../people/person-dialog.tsx'));

export function AlumniTab() {
  const { canEdit, isAdmin } = useRights();
  const list = useSearchAddress();
  const search = { search: list.stored, page: list.storedPage, limit: '20' } as const;
  const query = useQuery(pagedQuery('GET /api/alumni', { query: search }));
  const editing = useDialog<number>();
  return (
    <>
      <PeopleList
        kind="alumni"
        {...serverPage(list, query, 'alumni')}
        columns={alumniColumns(isAdmin ? editing.open : undefined)}
      >
        {canEdit && <AddPerson kind="alumni" />}
      </PeopleList>
      {editing.render((dialog, subject) => (
        <EditAlumnusDialog
          alumnus={query.data?.data.find(({ id }) => id === subject)}
          {...dialog}
        />
      ))}
    </>
  );
}
