import { useQueryClient } from '@tanstack/react-query';
import type { ReturnPreview } from '../../contract/people-changes.ts';
import { formatCalendarDate, formatSlot } from '../../course/format-time.ts';
import { callApi } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Notice } from '../ui/notice.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { invalidateMembers, useReturn } from './change-queries.ts';
import { NamedClasses } from './named-classes.tsx';

const { ActionDialog } = lazily(() => import('../ui/action-dialog.tsx'));

interface ResetNoticeProps {
  student: { id: number; firstName: string };
}

/** That the classes of a student were cleared within the last day, and the way to undo it. */
export function ResetNotice({ student }: ResetNoticeProps) {
  const client = useQueryClient();
  const { data } = useReturn(student.id, 'reset');
  const undoing = useDialog<ReturnPreview>();
  const preview = data?.preview;
  return (
    <>
      {preview?.undoUntil && (
        <div className="print:hidden">
          <Notice tone="warning" title="The account was reset">
            On {formatSlot(new Date(preview.clearedAt))} by {preview.clearedBy}. It can be undone
            until {formatSlot(new Date(preview.undoUntil))}.
          </Notice>
          <Button
            variant="outline"
            size="small"
            className="mt-2.5"
            aria-haspopup="dialog"
            onClick={() => undoing.open(preview)}
          >
            Undo Reset
          </Button>
        </div>
      )}
      {undoing.render((dialog, opened) => (
        <UndoReset
          {...dialog}
          student={student}
          preview={preview ?? opened}
          onClose={() => {
            undoing.close();
            invalidateMembers(client);
          }}
        />
      ))}
    </>
  );
}

interface UndoResetProps extends ResetNoticeProps, DialogControl {
  preview: ReturnPreview;
}

/** What comes back by undoing a reset, and what does not. */
function UndoReset({ student: { id, firstName }, preview, ...dialog }: UndoResetProps) {
  const { clearingId, startDateBefore: date, back, left, yielding } = preview;
  return (
    <ActionDialog
      {...dialog}
      title="Undo the reset?"
      description={`${firstName} gets back what is still free, and is told by mail.${date ? ` The start date is ${formatCalendarDate(date)} again.` : ''}`}
      confirmText="Undo Reset"
      confirmVariant="primary"
      pendingText="Undoing..."
      run={() =>
        callApi('POST /api/admin/students/:id/undo-reset', { params: { id }, body: { clearingId } })
      }
      toast={(done) => ({ title: done.message, description: describeLeft(done.left) })}
      failed="The reset could not be undone. Please try again."
    >
      <NamedClasses title="Comes back:" classes={back} />
      <NamedClasses title="Does not come back:" classes={left} />
      <NamedClasses
        title="Chosen since, makes way for a class that was attended:"
        classes={yielding}
      />
    </ActionDialog>
  );
}

function describeLeft(left: { classNumber: number; reason: string }[]): string | undefined {
  if (left.length === 0) return undefined;
  return `Not back: ${left.map(({ classNumber, reason }) => `class ${classNumber} (${reason})`).join(', ')}.`;
}
