import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ReturnPreview } from '../../contract/people-changes.ts';
import { formatSlot } from '../../course/format-time.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Notice } from '../ui/notice.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { invalidateMembers, useReturn } from './change-queries.ts';

const { UndoResetDialog } = lazily(() => import('./undo-reset-dialog.tsx'));

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
      <Suspense>
        {undoing.subject && (
          <UndoResetDialog
            student={student}
            preview={preview ?? undoing.subject}
            open={undoing.isOpen}
            onClose={() => {
              undoing.close();
              invalidateMembers(client);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
