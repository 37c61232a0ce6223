import type { StudentRow } from '../../contract/people.ts';
import { ScheduledClasses } from '../people/scheduled-classes.tsx';
import { RetreatScheduled } from '../retreats/retreat-scheduled.tsx';
import type { Column } from '../ui/data-table.tsx';
import { Email } from '../ui/email.tsx';
import { TextButton } from '../ui/text-link.tsx';
import {
  emailColumn,
  firstNameColumn,
  lastNameColumn,
  loginLinkColumn,
  phoneColumn,
  startDateColumn,
  textOptInColumn,
} from './person-columns.tsx';

/** What an admin can open from a row. */
export interface StudentEdits {
  onEdit: (studentId: number) => void;
  onEditRetreat: (studentId: number) => void;
  onEnterRetreat: (studentId: number) => void;
}

export function studentColumns(edits: StudentEdits | undefined): Column<StudentRow>[] {
  const editableEmail: Column<StudentRow> = {
    ...emailColumn,
    cell: ({ id, email }) => (
      <TextButton
        aria-haspopup="dialog"
        className="min-h-11 text-left pointer-fine:min-h-0"
        onClick={() => edits?.onEdit(id)}
      >
        <Email address={email} />
      </TextButton>
    ),
  };
  const sortable = [
    startDateColumn,
    edits ? editableEmail : emailColumn,
    firstNameColumn,
    lastNameColumn,
  ].map((column) => ({ ...column, isSortable: true }) as Column<StudentRow>);
  return [
    ...sortable,
    phoneColumn,
    textOptInColumn,
    { name: 'Classes Scheduled', cell: (student) => <ScheduledClasses student={student} /> },
    {
      name: 'Retreat Scheduled',
      cell: (student) => (
        <RetreatScheduled
          student={student}
          onEdit={edits && (() => edits.onEditRetreat(student.id))}
          onEnter={edits && (() => edits.onEnterRetreat(student.id))}
        />
      ),
    },
    loginLinkColumn,
  ];
}
