import { useMemo } from 'react';
import { useStudents } from '../people/queries.ts';
import { indexStudents } from '../people/student-list.ts';
import { StudentPicker } from '../people/student-picker.tsx';
import { UnmatchedRetreats } from '../retreats/unmatched-retreats.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { DeactivatedLink } from './deactivated-link.tsx';
import { StudentTable } from './student-table.tsx';

const { EditStudentDialog } = lazily(() => import('../people/person-dialog.tsx'));
const { EditRetreatDialog, EnterRetreatDialog } = lazily(
  () => import('../retreats/retreat-dialogs.tsx'),
);

interface StudentsTabProps {
  canAdd: boolean;
  canEdit: boolean;
}

export function StudentsTab({ canAdd, canEdit }: StudentsTabProps) {
  const query = useStudents();
  const { data } = query;
  const index = useMemo(() => data && indexStudents(data), [data]);
  const editing = useDialog<number>();
  const retreat = useDialog<number>();
  const entering = useDialog<number>();
  // By id, so that a dialog sees a student as the list has them now, or that they are gone.
  const find = (id: number) => data?.find((row) => row.id === id);
  return (
    <>
      {canEdit && (
        <UnmatchedRetreats
          renderStudentPicker={(picker) => <StudentPicker {...picker} index={index ?? []} />}
        />
      )}
      <StudentTable
        index={index}
        query={query}
        canAdd={canAdd}
        edits={
          canEdit
            ? {
                onEdit: editing.open,
                onEditRetreat: retreat.open,
                onEnterRetreat: entering.open,
              }
            : undefined
        }
      />
      {canEdit && <DeactivatedLink />}
      {editing.render((dialog, subject) => (
        <EditStudentDialog student={find(subject)} {...dialog} />
      ))}
      {entering.render((dialog, subject) => (
        <EnterRetreatDialog student={find(subject)} {...dialog} />
      ))}
      {retreat.render((dialog, subject) => (
        <EditRetreatDialog student={find(subject)} {...dialog} />
      ))}
    </>
  );
}
