import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/use-action.ts';

export function NotHeld({ classId, canEdit }: { classId: number; canEdit: boolean }) {
  const mark = useAction('POST /api/admin/classes/:id/held', {
    invalidates: ['GET /api/admin/classes/:id'],
    failed: 'We couldn’t mark the class as held. Please try again.',
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
  const retry = useAction('POST /api/admin/attendance-problems/retry', {
    later: ['GET /api/admin/classes/:id'],
    failed: 'We couldn’t request the attendance from Zoom. Please try again.',
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
