import type { ReturnPreview } from '../../contract/people-changes.ts';
import { formatCalendarDate, formatSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { DialogButton } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Notice } from '../ui/notice.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { NamedClasses } from './named-classes.tsx';
import { memberLists, useReturn } from './queries.ts';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

export function ResetNotice({ student }: { student: { id: number; firstName: string } }) {
  const { id, firstName } = student;
  const { data } = useReturn(id, 'reset');
  const undoing = useDialog<ReturnPreview>();
  const preview = data?.preview;
  return (
    <>
      {preview?.undoUntil && (
        <div className="print:hidden">
          <Notice tone="warning" title="The account was reset">
            {preview.clearedBy} reset this account on {formatSlot(new Date(preview.clearedAt))}. You
            can undo this until {formatSlot(new Date(preview.undoUntil))}.
          </Notice>
          <DialogButton className="mt-2.5" onClick={() => undoing.open(preview)}>
            Undo Reset
          </DialogButton>
        </div>
      )}
      {undoing.render((dialog, opened) => {
        const { clearingId, startDateBefore: date, back, left, yielding } = preview ?? opened;
        return (
          <ActionDialog
            {...dialog}
            title="Undo the reset?"
            description={`We’ll restore every class that is still available and let ${firstName} know by email.${date ? ` The start date will go back to ${formatCalendarDate(date)}.` : ''}`}
            confirmText="Undo Reset"
            confirmVariant="primary"
            pendingText="Undoing..."
            run={() =>
              callApi('POST /api/admin/students/:id/undo-reset', {
                params: { id },
                body: { clearingId },
              })
            }
            invalidates={memberLists}
            toast={(done) => ({ title: done.message, description: describeLeft(done.left) })}
            failed="We couldn’t undo the reset. Please try again."
          >
            <NamedClasses title="We’ll restore these classes:" classes={back} />
            <NamedClasses title="We can’t restore these classes:" classes={left} />
            <NamedClasses
              title="They chose these after the reset. Classes they attended will replace them:"
              classes={yielding}
            />
          </ActionDialog>
        );
      })}
    </>
  );
}

function describeLeft(left: { classNumber: number; reason: string }[]): string | undefined {
  if (left.length === 0) return undefined;
  return `We couldn’t restore ${left.map(({ classNumber, reason }) => `Class ${classNumber} (${reason})`).join(', ')}.`;
}
