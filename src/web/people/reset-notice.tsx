import type { ReturnPreview } from '../../contract/people-changes.ts';
import { formatSlot } from '../../course/format-time.ts';
import { DialogButton } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Notice } from '../ui/notice.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useReturn } from './queries.ts';

const { UndoReset } = lazily(() => import('./reset-dialogs.tsx'));

export function ResetNotice({ student }: { student: { id: number; firstName: string } }) {
  const { data } = useReturn(student.id, 'reset');
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
      {undoing.render((dialog, opened) => (
        <UndoReset {...dialog} student={student} preview={preview ?? opened} />
      ))}
    </>
  );
}
