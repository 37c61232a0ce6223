import { cancelClassesBody } from '../../contract/forms.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { changedByCancelling, useCancellationPreview } from './cancellation-queries.ts';
import { ToldPeople } from './told-people.tsx';

interface CancelClassesDialogProps extends DialogControl {
  chosen: { id: number; startTime: string }[];
  onCancelled?: () => void;
}

export function CancelClassesDialog(props: CancelClassesDialogProps) {
  const { chosen, onCancelled, ...control } = props;
  const classIds = chosen.map(({ id }) => id);
  const { data: preview, error } = useCancellationPreview(classIds);
  const [first] = chosen;
  const only = chosen.length === 1 ? first : undefined;
  const { field, dialog } = useDialogForm({
    schema: cancelClassesBody,
    values: { reason: '' },
    save: ({ reason }) => callApi('POST /api/admin/cancellations', { body: { classIds, reason } }),
    invalidates: changedByCancelling,
    toast: ({ classes }) => ({
      title: classes.length === 1 ? 'Class cancelled' : `${classes.length} classes cancelled`,
    }),
    onSaved: () => {
      onCancelled?.();
      control.onClose();
    },
    failed: 'It could not be cancelled.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      returnTo="main"
      title={only ? 'Cancel this class?' : `Cancel ${chosen.length} classes?`}
      description={
        only
          ? `${formatSpokenSlot(new Date(only.startTime))}. Students keep their place in the course and choose a new time. You can undo this for 10 minutes.`
          : 'Students keep their place in the course and choose new times. You can undo this for 10 minutes.'
      }
      cancelText="Go Back"
      submitText={only ? 'Cancel Class' : 'Cancel Classes'}
      submitVariant="danger"
      pendingText="Cancelling..."
    >
      <TextField
        label="Reason"
        hint="Everybody who is told reads it, for example: The teacher is ill."
        {...field('reason')}
      />
      <ToldPeople preview={preview} error={error} />
    </FormDialog>
  );
}
