import type { AlumniRow, StudentRow } from '../../contract/people.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { LoginLink } from '../people/login-link.tsx';
import { MessageProblem } from '../people/message-problem.tsx';
import { ScheduledClasses } from '../people/scheduled-classes.tsx';
import { RetreatScheduled } from '../retreats/retreat-scheduled.tsx';
import type { Column } from '../ui/data-table.tsx';
import { emailColumn, phoneColumn } from '../ui/person-columns.tsx';
import { PersonLink } from '../ui/text-link.tsx';

/** Also used for students, because their rows have all the fields of alumni rows. */
type PersonColumn = Column<AlumniRow>;

const nameStyle = { card: 'title', className: 'wrap-anywhere lg:min-w-24 xl:min-w-32' } as const;

const identityColumns = (onEdit: ((id: number) => void) | undefined): PersonColumn[] => [
  {
    name: 'Start Date',
    cell: ({ startDate }) => startDate && formatCalendarDate(startDate),
    card: 'more',
    cardLabel: 'Started',
    className: 'lg:whitespace-nowrap',
  },
  emailColumn(({ id }) => onEdit && (() => onEdit(id))),
  {
    name: 'First Name',
    cell: ({ id, firstName }) => <PersonLink id={id}>{firstName}</PersonLink>,
    ...nameStyle,
  },
  {
    name: 'Last Name',
    cell: ({ id, lastName }) => <PersonLink id={id}>{lastName}</PersonLink>,
    ...nameStyle,
  },
];

const contactColumns: PersonColumn[] = [
  phoneColumn,
  {
    name: 'Text Opt-in',
    cell: ({ textConsent }) => (textConsent ? 'Yes' : 'No'),
    card: 'more',
    cardLabel: 'Texts:',
    isForWideTable: true,
    className: 'text-muted',
  },
];

const loginLinkColumn: PersonColumn = {
  name: 'Login Link',
  cell: (person) => (
    <>
      <LoginLink person={person} />
      <MessageProblem person={person} />
    </>
  ),
  card: ({ messageProblem, textProblem }) => (messageProblem || textProblem ? 'line' : 'badge'),
  className: 'lg:whitespace-nowrap',
};

export function alumniColumns(onEdit: ((id: number) => void) | undefined): PersonColumn[] {
  return [...identityColumns(onEdit), ...contactColumns, loginLinkColumn];
}

type StudentEdits = Record<'onEdit' | 'onEditRetreat' | 'onEnterRetreat', (id: number) => void>;

export function studentColumns(edits: StudentEdits | undefined): Column<StudentRow>[] {
  return [
    ...identityColumns(edits?.onEdit).map((column) => ({ ...column, isSortable: true })),
    ...contactColumns,
    {
      name: 'Classes Scheduled',
      cell: (student) => <ScheduledClasses student={student} />,
      card: 'badge',
    },
    {
      name: 'Retreat Scheduled',
      cell: (student) => (
        <RetreatScheduled
          student={student}
          onEdit={edits && (() => edits.onEditRetreat(student.id))}
          onEnter={edits && (() => edits.onEnterRetreat(student.id))}
        />
      ),
      card: 'more',
      cardLabel: 'Retreat:',
      className: 'text-muted *:text-inherit *:not-hover:not-focus-visible:no-underline',
    },
    loginLinkColumn,
  ];
}
