import type { AlumniRow } from '../../contract/people.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { LoginLink } from '../people/login-link.tsx';
import { MessageProblem } from '../people/message-problem.tsx';
import type { Column } from '../ui/data-table.tsx';

export const searchLabel = 'Search by name & email';

/** What a student's row and an alumnus's have in common. */
type Person = AlumniRow;

export const startDateColumn: Column<Person> = {
  name: 'Start Date',
  cell: ({ startDate }) => (startDate ? formatCalendarDate(startDate) : '–'),
  className: 'xl:whitespace-nowrap',
};
export const emailColumn: Column<Person> = {
  name: 'Email',
  cell: ({ email }) => email,
  onPhone: 'title',
  className: 'wrap-anywhere xl:min-w-52',
};
const ofName = { onPhone: 'early', className: 'wrap-anywhere xl:min-w-32' } as const;
export const firstNameColumn: Column<Person> = {
  name: 'First Name',
  cell: ({ firstName }) => firstName,
  ...ofName,
};
export const lastNameColumn: Column<Person> = {
  name: 'Last Name',
  cell: ({ lastName }) => lastName,
  ...ofName,
};
export const phoneColumn: Column<Person> = {
  name: 'Phone',
  cell: ({ phone }) => phone ?? '–',
  className: 'xl:whitespace-nowrap',
};
export const textOptInColumn: Column<Person> = {
  name: 'Text Opt-in',
  cell: ({ textConsent }) => (textConsent ? 'Yes' : 'No'),
};
export const loginLinkColumn: Column<Person> = {
  name: 'Login Link',
  cell: (person) => (
    <>
      <LoginLink person={person} />
      <MessageProblem person={person} />
    </>
  ),
  className: 'xl:whitespace-nowrap',
};
