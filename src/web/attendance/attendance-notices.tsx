import { useRights } from '../auth.tsx';
import { CallButton } from '../ui/call-button.tsx';

export function NotHeld({ classId }: { classId: number }) {
  const { canEdit } = useRights();
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
        <CallButton
          call="POST /api/admin/classes/:id/held"
          input={{ params: { id: classId } }}
          invalidates={['GET /api/admin/classes/:id']}
          failed="We couldn’t mark the class as held. Please try again."
          className="justify-self-start"
        >
          Mark as Held
        </CallButton>
      )}
    </div>
  );
}
