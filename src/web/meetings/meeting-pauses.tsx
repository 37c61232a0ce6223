import { useQuery, useQueryClient } from '@tanstack/react-query';
import { formatSlot } from '../../course/format-time.ts';
import { apiQuery, errorMessage, invalidateLater, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
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
      <Notice
        tone="warning"
        title="Zoom does not do what the portal asks for"
        className="min-w-0 flex-1 basis-80"
      >
        {pauses.map(({ reason }) => (
          <span key={reason} className="block wrap-anywhere">
            {reason}
          </span>
        ))}
        <span className="block text-muted">
          Since {formatSlot(new Date(oldest.since))}. Meetings and join links wait; every quarter of
          an hour the portal asks again, and goes on by itself once this is mended.
        </span>
      </Notice>
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
