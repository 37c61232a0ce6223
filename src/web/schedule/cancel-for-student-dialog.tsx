import { reasonBody } from '../../contract/forms.ts';
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
  const { field, dialog } = useDialogForm(control, {
    schema: reasonBody,
    values: { reason: '' },
    save: (body) =>
      callApi('POST /api/admin/people/:id/registrations/:registrationId/cancel', {
        params: { id: student.id, registrationId: registration.id },
        ifMatch: registration.version,
        body,
      }),
    invalidates: ['GET /api/admin/people/:id'],
    toast: ({ startTime }) => ({
      title: `Class ${classNumber} canceled`,
      description: `${student.name}: ${formatSpokenSlot(new Date(startTime))}`,
    }),
    failed: 'We couldn’t cancel this class. Please try again.',
  });
  return (
    <FormDialog
      {...dialog}
      returnTo={`course-class-${classNumber}`}
      title={`Cancel Class ${classNumber} for ${student.name}?`}
      description={`${formatSpokenSlot(new Date(registration.startTime))}. The class will go ahead without ${student.name}. We’ll email them and ask them to pick a new time. They won’t lose their place in the course.`}
      cancelText="Go Back"
      submitText="Cancel Class"
      submitVariant="danger"
      pendingText="Canceling..."
    >
      <TextField
        label="Reason"
        hint="The student will see this on their schedule. For example: You’re traveling."
        autoComplete="off"
        {...field('reason')}
      />
    </FormDialog>
  );
}
