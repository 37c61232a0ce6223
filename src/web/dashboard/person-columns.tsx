import type { AlumniRow } from '../../contract/people.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { LoginLink } from '../people/login-link.tsx';
import { MessageProblem } from '../people/message-problem.tsx';
import { Email, formatPhone } from '../ui/contact.tsx';
import type { Column } from '../ui/data-table.tsx';
import { PersonLink, TextButton } from '../ui/text-link.tsx';

export const searchLabel = 'Search by name & email';

/** What a student's row and an alumnus's have in common. */
type Person = AlumniRow;

export const startDateColumn: Column<Person> = {
  name: 'Start Date',
  cell: ({ startDate }) => (startDate ? formatCalendarDate(startDate) : '–'),
  className: 'lg:whitespace-nowrap',
};
export const emailColumn: Column<Person> = {
  name: 'Email',
  cell: ({ email }) => <Email address={email} />,
  onPhone: 'subtitle',
  className: 'wrap-anywhere lg:min-w-44 xl:min-w-56',
};
/** For admins: the email opens the dialog that edits the person. */
export function editableEmail(onEdit: (id: number) => void): Column<Person> {
  return {
    ...emailColumn,
    cell: ({ id, email }) => (
      <TextButton
        aria-haspopup="dialog"
        className="min-h-11 text-left pointer-fine:min-h-0"
        onClick={() => onEdit(id)}
      >
        <Email address={email} />
      </TextButton>
    ),
  };
}
const ofName = { onPhone: 'title', className: 'wrap-anywhere lg:min-w-24 xl:min-w-32' } as const;
export const firstNameColumn: Column<Person> = {
  name: 'First Name',
  cell: ({ id, firstName }) => <PersonLink id={id}>{firstName}</PersonLink>,
  ...ofName,
};
export const lastNameColumn: Column<Person> = {
  name: 'Last Name',
  cell: ({ id, lastName }) => <PersonLink id={id}>{lastName}</PersonLink>,
  ...ofName,
};
export const phoneColumn: Column<Person> = {
  name: 'Phone',
  cell: ({ phone }) => (phone ? formatPhone(phone) : '–'),
  className: 'lg:whitespace-nowrap',
};
export const textOptInColumn: Column<Person> = {
  name: 'Text Opt-in',
  cell: ({ textConsent }) => (textConsent ? 'Yes' : 'No'),
  isForWideTable: true,
};
export const loginLinkColumn: Column<Person> = {
  name: 'Login Link',
  cell: (person) => (
    <>
      <LoginLink person={person} />
      <MessageProblem person={person} />
    </>
  ),
  className: 'lg:whitespace-nowrap',
};
