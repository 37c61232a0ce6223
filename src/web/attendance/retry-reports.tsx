import { useQueryClient } from '@tanstack/react-query';
import { errorMessage, invalidateLater, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { toast, toastError } from '../ui/toast.ts';

/** Asks Zoom again for every report that it did not give out: what one of them lacked, all of them did. */
export function RetryReports() {
  const client = useQueryClient();
  const retry = useApiMutation('POST /api/admin/attendance-problems/retry', {
    onSuccess: ({ message }) => {
      toast({ title: message });
      invalidateLater(client, 'GET /api/admin/classes/:id');
    },
    onError: (error) => toastError(errorMessage(error, 'Zoom could not be asked again.')),
  });
  return (
    <Button
      variant="outline"
      size="small"
      className="justify-self-start"
      pending={retry.isPending}
      onClick={() => retry.mutate({})}
    >
      <span>
        Retry<span className="sr-only">, attendance</span>
      </span>
    </Button>
  );
}
