import { useState } from 'react';
import { ApiError, errorMessage, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface TransferStudentDialogProps {
  person: { id: number; firstName: string; transferStudent: boolean; version: number };
  open: boolean;
  onClose: () => void;
}

/** Says what follows before the flag is changed. */
export function TransferStudentDialog({ person, open, onClose }: TransferStudentDialogProps) {
  // As it was while the dialog was open, so that it does not change while it fades out.
  const [shown, setShown] = useState(person);
  if (open && shown !== person) setShown(person);
  const { id, firstName, transferStudent, version } = shown;
  const change = useApiMutation('PATCH /api/admin/students/:id/transfer', {
    onSuccess: ({ message }) => {
      toast({ title: 'Transfer student updated', description: message });
      onClose();
    },
  });
  const { error } = change;
  const close = () => {
    change.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={transferStudent ? 'No longer a transfer student?' : 'Make a transfer student?'}
      description={
        transferStudent
          ? `${firstName} is then shown the retreat step after class 10, with the code for the first retreat, and is reminded of it. Classes, texts and a retreat that is registered stay as they are.`
          : `${firstName} then skips the retreat step after class 10, gets no code for a first retreat and is not reminded of one. Classes, texts and a retreat that is registered stay as they are.`
      }
      confirmText={transferStudent ? 'No Transfer Student' : 'Make Transfer Student'}
      confirmVariant="primary"
      pendingText="Updating..."
      isPending={change.isPending}
      problem={
        error ? errorMessage(error, 'It could not be changed. Please try again.') : undefined
      }
      isConfirmDisabled={error instanceof ApiError && error.status === 409}
      onConfirm={() =>
        change.mutate({
          params: { id },
          body: { transferStudent: !transferStudent },
          ifMatch: version,
        })
      }
    />
  );
}
