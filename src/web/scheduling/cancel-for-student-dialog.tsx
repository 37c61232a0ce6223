import { useForm } from 'react-hook-form';
import { cancelForStudentBody } from '../../contract/cancel-for-student-form.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { TextField } from '../ui/field.tsx';
import {
  DialogForm,
  FormDialog,
  schemaResolver,
  showFormError,
  useSaveMutation,
} from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface CancelForStudentDialogProps {
  student: { id: number; name: string };
  classNumber: number;
  registration: { id: number; startTime: string; version: number };
  open: boolean;
  onClose: () => void;
}

export function CancelForStudentDialog(props: CancelForStudentDialogProps) {
  const { student, classNumber, registration, open, onClose } = props;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo={`course-class-${classNumber}`}
      title={`Cancel class ${classNumber} of ${student.name}?`}
      description={`${formatSpokenSlot(new Date(registration.startTime))}. The class takes place without them. They keep their place in the course, are told by mail, and choose a new time for it.`}
    >
      <CancelForm {...props} />
    </FormDialog>
  );
}

function CancelForm({ student, classNumber, registration, onClose }: CancelForStudentDialogProps) {
  const form = useForm({
    resolver: schemaResolver(cancelForStudentBody),
    defaultValues: { reason: '' },
  });
  const cancel = useSaveMutation(
    'POST /api/admin/people/:id/registrations/:registrationId/cancel',
    {
      invalidates: ['GET /api/admin/people/:id'],
      onSuccess: ({ startTime }) => {
        const when = formatSpokenSlot(new Date(startTime));
        toast({ title: `Class ${classNumber} cancelled`, description: `${student.name}: ${when}` });
        onClose();
      },
      onError: (failure) => showFormError(form, failure, 'It could not be cancelled.'),
    },
  );
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((body) =>
        cancel.mutate({
          params: { id: student.id, registrationId: registration.id },
          ifMatch: registration.version,
          body,
        }),
      )}
      onCancel={onClose}
      cancelText="Go Back"
      submitText="Cancel Class"
      submitVariant="danger"
      pendingText="Cancelling..."
      isSaving={cancel.isPending}
      isDirty={form.formState.isDirty}
      problem={errors.root?.message}
    >
      <TextField
        label="Reason"
        hint="The student reads it on their schedule, for example: You are travelling."
        autoComplete="off"
        {...form.register('reason')}
        error={errors.reason?.message}
      />
    </DialogForm>
  );
}
