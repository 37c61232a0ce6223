import { AddPerson } from '../people/add-person.tsx';
import { useAlumni } from '../people/queries.ts';
import { useSearchAddress } from '../ui/list-address.ts';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { PeopleList, type PeopleTabProps, serverPage } from './people-list.tsx';
import { alumniColumns } from './person-columns.tsx';

const { EditAlumnusDialog } = lazily(() => import('../people/person-dialog.tsx'));

export function AlumniTab(props: PeopleTabProps) {
  const list = useSearchAddress();
  const query = useAlumni({ search: list.stored, page: list.storedPage });
  const editing = useDialog<number>();
  return (
    <>
      <PeopleList
        kind="alumni"
        {...props}
        {...serverPage(list, query, 'alumni')}
        columns={alumniColumns(props.canEdit ? editing.open : undefined)}
      >
        {props.canAdd && <AddPerson kind="alumni" />}
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
