import { useForm } from 'react-hook-form';
import { cancelClassesBody } from '../../contract/class-forms.ts';
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
import { changedByCancelling, useCancellationPreview } from './queries.ts';
import { ToldPeople } from './told-people.tsx';

interface ChosenClass {
  id: number;
  startTime: string;
}

interface CancelClassesDialogProps {
  chosen: ChosenClass[];
  open: boolean;
  onClose: () => void;
  onCancelled?: () => void;
}

export function CancelClassesDialog(props: CancelClassesDialogProps) {
  const { chosen, open, onClose } = props;
  const [only] = chosen;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      returnTo="main"
      title={chosen.length === 1 ? 'Cancel this class?' : `Cancel ${chosen.length} classes?`}
      description={
        chosen.length === 1 && only
          ? `${formatSpokenSlot(new Date(only.startTime))}. Students keep their place in the course and choose a new time. You can undo this for 10 minutes.`
          : 'Students keep their place in the course and choose new times. You can undo this for 10 minutes.'
      }
    >
      <CancelClassesForm {...props} />
    </FormDialog>
  );
}

function CancelClassesForm({ chosen, onClose, onCancelled }: CancelClassesDialogProps) {
  const classIds = chosen.map(({ id }) => id);
  const { data: preview, error } = useCancellationPreview(classIds);
  const form = useForm({
    resolver: schemaResolver(cancelClassesBody),
    defaultValues: { reason: '' },
  });
  const cancel = useSaveMutation('POST /api/admin/cancellations', {
    invalidates: changedByCancelling,
    onSuccess: ({ classes }) => {
      toast({
        title: classes.length === 1 ? 'Class cancelled' : `${classes.length} classes cancelled`,
      });
      onCancelled?.();
      onClose();
    },
    onError: (failure) => showFormError(form, failure, 'It could not be cancelled.'),
  });
  const { errors } = form.formState;
  return (
    <DialogForm
      onSubmit={form.handleSubmit(({ reason }) => cancel.mutate({ body: { classIds, reason } }))}
      onCancel={onClose}
      cancelText="Go Back"
      submitText={chosen.length === 1 ? 'Cancel Class' : 'Cancel Classes'}
      submitVariant="danger"
      pendingText="Cancelling..."
      isSaving={cancel.isPending}
      isDirty={form.formState.isDirty}
    >
      <TextField
        label="Reason"
        hint="Everybody who is told reads it, for example: The teacher is ill."
        {...form.register('reason')}
        error={errors.reason?.message}
      />
      <ToldPeople preview={preview} error={error} />
    </DialogForm>
  );
}
