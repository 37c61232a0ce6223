import { useQueryClient } from '@tanstack/react-query';
import { errorMessage, invalidate, invalidateLater, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { toast, toastError } from '../ui/toast.ts';

export function NotHeld({ classId, canEdit }: { classId: number; canEdit: boolean }) {
  const client = useQueryClient();
  const mark = useApiMutation('POST /api/admin/classes/:id/held', {
    onSuccess: async ({ message }) => {
      await invalidate(client, 'GET /api/admin/classes/:id');
      toast({ title: message });
    },
    onError: (error) =>
      toastError(errorMessage(error, 'We couldn’t mark the class as held. Please try again.')),
  });
  return (
    <div className="mb-4 grid gap-3 rounded-control bg-warning-soft px-4 py-3 print:hidden">
      <div className="text-sm">
        <p className="font-semibold text-warning">No one started this class</p>
        <p>
          Zoom has no record of the meeting, so we didn’t mark anyone as Missed. We’ll send the
          students an apology and new times to pick from. If you’d like to add something, write to
          them from this page.
        </p>
        <p className="mt-2">
          {canEdit
            ? 'Was the class held after all? Mark it as held, then mark everyone who attended as Present.'
            : 'Was the class held after all? An admin can mark it as held here.'}
        </p>
      </div>
      {canEdit && (
        <Button
          variant="outline"
          size="small"
          className="justify-self-start"
          pending={mark.isPending}
          onClick={() => mark.mutate({ params: { id: classId } })}
        >
          Mark as Held
        </Button>
      )}
    </div>
  );
}

/** Requests all missing reports at once, because they are usually missing for the same reason. */
export function RetryReports() {
  const client = useQueryClient();
  const retry = useApiMutation('POST /api/admin/attendance-problems/retry', {
    onSuccess: ({ message }) => {
      toast({ title: message });
      invalidateLater(client, 'GET /api/admin/classes/:id');
    },
    onError: (error) =>
      toastError(
        errorMessage(error, 'We couldn’t request the attendance from Zoom. Please try again.'),
      ),
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
