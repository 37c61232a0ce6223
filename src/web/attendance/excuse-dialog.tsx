import { useForm } from 'react-hook-form';
import { correctAttendanceBody } from '../../contract/attendance-form.ts';
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

interface ExcuseDialogProps {
  student: { id: number; name: string };
  classNumber: number;
  registration: { classId: number; startTime: string; correctionVersion: number };
  /** They are excused, and no longer are afterwards. */
  isWithdrawal: boolean;
  open: boolean;
  onClose: () => void;
}

/** That a student need not come to a class, or need not make up for one; or that this is taken back. */
export function ExcuseDialog(props: ExcuseDialogProps) {
  const { student, classNumber, registration, isWithdrawal, open, onClose } = props;
  const when = formatSpokenSlot(new Date(registration.startTime));
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo={`course-class-${classNumber}`}
      title={isWithdrawal ? 'Withdraw the excuse?' : `Excuse ${student.name}?`}
      description={
        isWithdrawal
          ? `Class ${classNumber} of ${student.name}, ${when}. What Zoom reports counts again.`
          : `Class ${classNumber}, ${when}. They have nothing to make up for, and it stays so whatever Zoom reports.`
      }
    >
      <ExcuseForm {...props} />
    </FormDialog>
  );
}

function ExcuseForm(props: ExcuseDialogProps) {
  const { student, classNumber, registration, isWithdrawal, onClose } = props;
  const form = useForm({
    resolver: schemaResolver(correctAttendanceBody),
    defaultValues: {
      status: isWithdrawal ? ('Withdrawn' as const) : ('Excused' as const),
      reason: '',
    },
  });
  const save = useSaveMutation('PATCH /api/admin/classes/:id/attendance/:personId', {
    invalidates: ['GET /api/admin/people/:id'],
    onSuccess: () => {
      const when = formatSpokenSlot(new Date(registration.startTime));
      toast({
        title: `Class ${classNumber} ${isWithdrawal ? 'no longer excused' : 'excused'}`,
        description: `${student.name}: ${when}`,
      });
      onClose();
    },
    onError: (failure) => showFormError(form, failure, 'It could not be saved. Please try again.'),
  });
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={form.handleSubmit((body) =>
        save.mutate({
          params: { id: registration.classId, personId: student.id },
          ifMatch: registration.correctionVersion,
          body,
        }),
      )}
      onCancel={onClose}
      submitText={isWithdrawal ? 'Withdraw' : 'Excuse'}
      pendingText="Saving..."
      isSaving={save.isPending}
      isDirty={form.formState.isDirty}
      problem={errors.root?.message}
    >
      <TextField
        label="Reason"
        hint="Everybody on the staff can read it."
        autoComplete="off"
        {...form.register('reason')}
        error={errors.reason?.message}
      />
    </DialogForm>
  );
}
