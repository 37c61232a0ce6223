import { useQueryClient } from '@tanstack/react-query';
import { errorMessage, invalidate, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { toast, toastError } from '../ui/toast.ts';

/** For a class that nobody started, as far as Zoom knows. */
export function NotHeld({ classId, canEdit }: { classId: number; canEdit: boolean }) {
  const client = useQueryClient();
  const mark = useApiMutation('POST /api/admin/classes/:id/held', {
    onSuccess: async ({ message }) => {
      await invalidate(client, 'GET /api/admin/classes/:id');
      toast({ title: message });
    },
    onError: (error) => toastError(errorMessage(error, 'The class could not be marked as held.')),
  });
  return (
    <div className="mb-4 grid gap-3 rounded-control bg-warning-soft px-4 py-3 print:hidden">
      <div className="text-sm">
        <p className="font-semibold text-warning">Nobody started this class</p>
        <p>
          Zoom has no record of the meeting, so nobody counts as having missed it. The students get
          an apology and new times to choose from. If you’d like to add something, write to them
          from this page.
        </p>
        <p className="mt-2">
          {canEdit
            ? 'Did it take place after all? Mark it as held, then correct the attendance of anyone who came.'
            : 'Did it take place after all? An admin can mark it as held here.'}
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
