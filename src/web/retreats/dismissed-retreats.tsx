import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { refetchRetreats, useDismissedRetreats } from './queries.ts';

/** Registrations that are not ours, each with a way back to the list. */
export function DismissedRetreats({ onRestored }: { onRestored: () => void }) {
  const [isShown, setShown] = useState(false);
  const { data: retreats = [] } = useDismissedRetreats();
  const client = useQueryClient();
  const restore = useApiMutation('POST /api/admin/retreat-registrations/:id/restore', {
    onSuccess: async ({ message }) => {
      await refetchRetreats(client);
      toast({ title: 'Retreat registration brought back', description: message });
      onRestored();
    },
    onError: (error) => {
      toastError(errorMessage(error, 'It could not be brought back.'));
      refetchRetreats(client);
    },
  });
  if (retreats.length === 0) return <div className="mb-auto" />;
  return (
    <div className="mt-5 mb-auto">
      <TextButton aria-expanded={isShown} className="min-h-11" onClick={() => setShown(!isShown)}>
        Not ours ({retreats.length})
      </TextButton>
      {isShown && (
        <ul aria-label="Not ours" className="grid gap-3">
          {retreats.map(({ id, retreatTitle, guestName, email, phone }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <span className="min-w-0 wrap-anywhere">
                {guestName ?? email ?? phone ?? 'A guest'}
                <span className="block text-muted text-sm">{retreatTitle}</span>
              </span>
              <Button
                variant="outline"
                size="small"
                pending={restore.isPending && restore.variables?.[0].params.id === id}
                pendingText="Bringing back..."
                onClick={() => restore.mutate({ params: { id } })}
              >
                Bring back
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
