import { useQueryClient } from '@tanstack/react-query';
import { errorMessage, invalidate, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

interface AnswerWishDialogProps {
  wish: { id: number; version: number };
  name: string;
  open: boolean;
  onClose: () => void;
}

export function AnswerWishDialog({ wish, name, open, onClose }: AnswerWishDialogProps) {
  const client = useQueryClient();
  const refetch = async () => {
    await invalidate(client, 'GET /api/admin/people/:id');
    invalidate(client, 'GET /api/admin/people/:id/timeline');
    invalidate(client, 'GET /api/admin/problems/count');
  };
  const answer = useApiMutation('POST /api/admin/class-time-wishes/:id/answer', {
    onSuccess: async ({ message }) => {
      await refetch();
      toast({ title: message });
      onClose();
    },
    // It was replaced or taken back: the page then shows what is there.
    onError: refetch,
  });
  const close = () => {
    answer.reset();
    onClose();
  };
  const { error } = answer;
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      returnTo="wish-heading"
      title="Mark as answered?"
      description={`It then no longer waits among the problems. ${name} is told nothing by this: write to them, or choose a time for them.`}
      confirmText="Mark as answered"
      confirmVariant="primary"
      pendingText="Saving..."
      isPending={answer.isPending}
      problem={error ? errorMessage(error, 'It could not be saved. Please try again.') : undefined}
      onConfirm={() => answer.mutate({ params: { id: wish.id }, ifMatch: wish.version })}
    />
  );
}
