import { Suspense } from 'react';
import type { StudentRow } from '../../contract/admin-people.ts';
import { loadLazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { StudentTable } from './student-table.tsx';
import { useStudents } from './students.ts';
import { UnmatchedRetreats } from './unmatched-retreats.tsx';

const EditStudentDialog = loadLazily(() =>
  import('./edit-student-dialog.tsx').then((part) => part.EditStudentDialog),
);
const EditRetreatDialog = loadLazily(() =>
  import('./edit-retreat-dialog.tsx').then((part) => part.EditRetreatDialog),
);

interface StudentsTabProps {
  canAdd: boolean;
  canEdit: boolean;
}

const none: StudentRow[] = [];

export function StudentsTab({ canAdd, canEdit }: StudentsTabProps) {
  const { data, error, refetch } = useStudents();
  const editing = useDialog<number>();
  const retreat = useDialog<number>();
  // By id, so that a dialog sees a student as the list has them now, or that they are gone.
  const find = (id: number) => data?.find((row) => row.id === id);
  return (
    <>
      {canEdit && <UnmatchedRetreats students={data ?? none} />}
      <StudentTable
        students={data}
        error={error}
        onRetry={refetch}
        canAdd={canAdd}
        edits={canEdit ? { onEdit: editing.open, onEditRetreat: retreat.open } : undefined}
      />
      <Suspense>
        {editing.subject && (
          <EditStudentDialog
            student={find(editing.subject)}
            open={editing.isOpen}
            onClose={editing.close}
          />
        )}
        {retreat.subject && (
          <EditRetreatDialog
            student={find(retreat.subject)}
            open={retreat.isOpen}
            onClose={retreat.close}
          />
        )}
      </Suspense>
    </>
  );
}
