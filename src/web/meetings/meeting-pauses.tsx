import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatSlot } from '../../course/format-time.ts';
import { apiQuery, errorMessage, invalidateLater, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { toast, toastError } from '../ui/toast.ts';

const pollMs = 15_000;

/** What Zoom refuses to everybody alike, said once above the classes. It goes by itself when it is mended. */
export function MeetingPauses({ canRetry }: { canRetry: boolean }) {
  const client = useQueryClient();
  const { data: pauses = [] } = useQuery({
    ...apiQuery('GET /api/admin/meetings/pauses'),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
  });
  const retry = useApiMutation('POST /api/admin/meetings/retry', {
    onSuccess: ({ message }) => {
      toast({ title: message });
      invalidateLater(client, 'GET /api/admin/meetings/pauses');
      invalidateLater(client, 'GET /api/classes/all');
    },
    onError: (error) => toastError(errorMessage(error, 'Zoom could not be asked again.')),
  });
  const [oldest] = pauses;
  if (!oldest) return null;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-80 rounded-control bg-warning-soft px-4 py-3 text-sm">
        <p className="font-semibold text-base text-warning">
          Zoom does not do what the portal asks for
        </p>
        {pauses.map(({ reason }) => (
          <p key={reason} className="wrap-anywhere">
            {reason}
          </p>
        ))}
        <p className="text-muted">
          Since {formatSlot(new Date(oldest.since))}. Meetings and join links wait; every quarter of
          an hour the portal asks again, and goes on by itself once this is mended.
        </p>
      </div>
      {canRetry && (
        <Button
          variant="outline"
          size="small"
          pending={retry.isPending}
          onClick={() => retry.mutate({})}
        >
          Ask Zoom again
        </Button>
      )}
    </div>
  );
}
