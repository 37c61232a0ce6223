import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminClass, CurrentClass } from '../../contract/classes.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { ApiError, callApi, errorMessage, invalidate, useSingleMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface DeleteClassProps {
  courseClass: AdminClass;
  /** The version that was last read. */
  version: number;
  handleConflict: (
    error: Error,
    fallback: string,
  ) => { message: string; values: CurrentClass } | undefined;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

const failed = 'Failed to delete class';
const isTaken = 'There are students registered for this class. It cannot be deleted.';

/** The count is fetched at the click: somebody may have registered since the list was loaded. */
async function deleteUnlessRegistered(id: number, ifMatch: number) {
  const { count } = await callApi('GET /api/classes/:id/registrations/count', { params: { id } });
  if (count > 0) throw new ApiError(409, isTaken, { userMessage: isTaken });
  return callApi('DELETE /api/classes/:id', { params: { id }, ifMatch });
}

export function DeleteClass(props: DeleteClassProps) {
  const { courseClass, version, handleConflict, open, onClose, onDeleted } = props;
  const client = useQueryClient();
  const [failure, setFailure] = useState<{ message: string; isFinal: boolean }>();
  const fail = (error: Error) => {
    const conflict = handleConflict(error, failed);
    if (conflict) {
      const start = formatSpokenSlot(new Date(conflict.values.startTime));
      invalidate(client, 'GET /api/classes/all');
      return setFailure({ message: `${conflict.message} It is now on ${start}.`, isFinal: false });
    }
    const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500;
    setFailure({ message: errorMessage(error, failed), isFinal });
  };
  const removal = useSingleMutation(deleteUnlessRegistered, {
    onSuccess: async () => {
      await invalidate(client, 'GET /api/classes/all');
      const description = formatSpokenSlot(new Date(courseClass.startTime));
      toast({ title: 'Class deleted successfully', description });
      onDeleted();
    },
    onError: fail,
  });
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Are you sure you want to delete this class?"
      description={`${courseClass.topic}, ${formatSpokenSlot(new Date(courseClass.startTime))}. This cannot be undone.`}
      confirmText="Delete"
      pendingText="Deleting..."
      isPending={removal.isPending}
      problem={failure?.message}
      isConfirmDisabled={failure?.isFinal ?? false}
      onConfirm={() => {
        setFailure(undefined);
        removal.mutate(courseClass.id, version);
      }}
    />
  );
}
