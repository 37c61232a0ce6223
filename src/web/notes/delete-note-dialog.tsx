import { useQueryClient } from '@tanstack/react-query';
import type { Note } from '../../contract/notes.ts';
import { errorMessage, invalidate, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface DeleteNoteDialogProps {
  note: Note;
  open: boolean;
  onClose: () => void;
}

export function DeleteNoteDialog({ note, open, onClose }: DeleteNoteDialogProps) {
  const client = useQueryClient();
  const refetch = async () => {
    await invalidate(client, 'GET /api/admin/people/:id/notes');
    invalidate(client, 'GET /api/admin/people/:id/timeline');
  };
  const remove = useApiMutation('DELETE /api/admin/notes/:id', {
    onSuccess: async ({ message }) => {
      await refetch();
      toast({ title: message });
      onClose();
    },
    // Somebody else has changed or deleted it: the list then shows what is there.
    onError: refetch,
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  const { error } = remove;
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Delete this note?"
      description={<span className="whitespace-pre-line wrap-anywhere">“{note.body}”</span>}
      confirmText="Delete"
      pendingText="Deleting..."
      isPending={remove.isPending}
      problem={
        error ? errorMessage(error, 'The note could not be deleted. Please try again.') : undefined
      }
      onConfirm={() => remove.mutate({ params: { id: note.id }, ifMatch: note.version })}
    />
  );
}
