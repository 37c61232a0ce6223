import { useState } from 'react';
import type { StudentRow } from '../../contract/admin-people.ts';
import { Dialog } from '../ui/dialog.tsx';
import { NoData } from '../ui/no-data.tsx';
import { EditStudentForm } from './edit-student-form.tsx';

interface EditStudentDialogProps {
  /** Undefined when the list has them no more. */
  student: StudentRow | undefined;
  open: boolean;
  onClose: () => void;
}

export function EditStudentDialog({ student, open, onClose }: EditStudentDialogProps) {
  const [isSaving, setSaving] = useState(false);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      busy={isSaving}
      returnTo="main"
      title="Edit Student"
      description={student ? `${student.firstName} ${student.lastName}` : 'Nothing can be edited.'}
    >
      {student ? (
        <EditStudentForm student={student} onClose={onClose} onBusy={setSaving} />
      ) : (
        <NoData onClose={onClose}>No student data available</NoData>
      )}
    </Dialog>
  );
}
