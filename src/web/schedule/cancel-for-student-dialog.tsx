import { cancelForStudentBody } from '../../contract/forms.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';

interface CancelForStudentDialogProps extends DialogControl {
  student: { id: number; name: string };
  classNumber: number;
  registration: { id: number; startTime: string; version: number };
}

export function CancelForStudentDialog(props: CancelForStudentDialogProps) {
  const { student, classNumber, registration, ...control } = props;
  const { field, dialog } = useDialogForm({
    schema: cancelForStudentBody,
    values: { reason: '' },
    save: (body) =>
      callApi('POST /api/admin/people/:id/registrations/:registrationId/cancel', {
        params: { id: student.id, registrationId: registration.id },
        ifMatch: registration.version,
        body,
      }),
    invalidates: ['GET /api/admin/people/:id'],
    toast: ({ startTime }) => ({
      title: `Class ${classNumber} cancelled`,
      description: `${student.name}: ${formatSpokenSlot(new Date(startTime))}`,
    }),
    failed: 'It could not be cancelled.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo={`course-class-${classNumber}`}
      title={`Cancel class ${classNumber} of ${student.name}?`}
      description={`${formatSpokenSlot(new Date(registration.startTime))}. The class takes place without them. They keep their place in the course, are told by mail, and choose a new time for it.`}
      cancelText="Go Back"
      submitText="Cancel Class"
      submitVariant="danger"
      pendingText="Cancelling..."
    >
      <TextField
        label="Reason"
        hint="The student reads it on their schedule, for example: You are travelling."
        autoComplete="off"
        {...field('reason')}
      />
    </FormDialog>
  );
}
