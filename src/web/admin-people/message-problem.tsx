import { useQueryClient } from '@tanstack/react-query';
import type { AlumniRow } from '../../contract/admin-people.ts';
import { useAuth } from '../auth.tsx';
import { refresh, useChange, wordsOf } from '../call.ts';
import { FailureNote } from '../ui/failure-note.tsx';
import { toastError } from '../ui/form-refusal.ts';
import { toast } from '../ui/toast.ts';

export function MessageProblem({ person }: { person: AlumniRow }) {
  const client = useQueryClient();
  const { user } = useAuth();
  const retry = useChange('POST /api/admin/people/:id/retry-messages', {
    onSuccess: async ({ message }) => {
      toast({ title: message });
      await refresh(client, 'GET /api/students');
      await refresh(client, 'GET /api/alumni');
    },
    onError: (error) => toastError(wordsOf(error, 'The message could not be sent again.')),
  });
  if (!person.messageProblem) return null;
  return (
    <FailureNote
      about={`message to ${person.firstName} ${person.lastName}`}
      pending={retry.state === 'pending'}
      onRetry={user?.canEdit ? () => retry.make({ params: { id: person.id } }) : undefined}
    >
      Message not sent: {person.messageProblem}
    </FailureNote>
  );
}
