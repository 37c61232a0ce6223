import { fullName } from '../../course/full-name.ts';
import { Email, formatPhone } from './contact.tsx';
import type { Column } from './data-table.tsx';
import { PersonLink, TextButton } from './text-link.tsx';

export const nameColumn: Column<{ id: number; firstName: string; lastName: string }> = {
  name: 'Name',
  cell: (person) => <PersonLink id={person.id}>{fullName(person)}</PersonLink>,
  card: 'title',
  className: 'wrap-anywhere lg:min-w-36',
};

export function emailColumn<Row extends { email: string }>(
  onEdit: (row: Row) => (() => void) | undefined = () => undefined,
): Column<Row> {
  return {
    name: 'Email',
    cell: (row) => {
      const email = <Email address={row.email} />;
      const edit = onEdit(row);
      if (!edit) return email;
      return (
        <TextButton
          aria-haspopup="dialog"
          className="min-h-11 text-left pointer-fine:min-h-0"
          onClick={edit}
        >
          {email}
        </TextButton>
      );
    },
    className: 'wrap-anywhere lg:min-w-44 xl:min-w-52',
  };
}

export const phoneColumn: Column<{ phone: string | null }> = {
  name: 'Phone',
  cell: ({ phone }) => phone && formatPhone(phone),
  className: 'lg:whitespace-nowrap',
};
