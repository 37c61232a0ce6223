import type { ReturnPreview } from '../../contract/people-changes.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';
import { NamedClasses } from './named-classes.tsx';

interface UndoResetDialogProps {
  student: { id: number; firstName: string };
  preview: ReturnPreview;
  open: boolean;
  onClose: () => void;
}

/** What comes back by undoing a reset, and what does not. */
export function UndoResetDialog({ student, preview, open, onClose }: UndoResetDialogProps) {
  const { id, firstName } = student;
  const { clearingId, startDateBefore, back, left, yielding } = preview;
  const undo = useApiMutation('POST /api/admin/students/:id/undo-reset', {
    onSuccess: (done) => {
      const description =
        done.left.length > 0
          ? `Not back: ${done.left.map(({ classNumber, reason }) => `class ${classNumber} (${reason})`).join(', ')}.`
          : undefined;
      toast({ title: done.message, description });
      onClose();
    },
  });
  const failure = 'The reset could not be undone. Please try again.';
  const date = startDateBefore ? formatCalendarDate(startDateBefore) : null;
  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        undo.reset();
        onClose();
      }}
      title="Undo the reset?"
      description={`${firstName} gets back what is still free, and is told by mail.${date ? ` The start date is ${date} again.` : ''}`}
      confirmText="Undo Reset"
      confirmVariant="primary"
      pendingText="Undoing..."
      isPending={undo.isPending}
      problem={undo.error ? errorMessage(undo.error, failure) : undefined}
      onConfirm={() => undo.mutate({ params: { id }, body: { clearingId } })}
    >
      <NamedClasses title="Comes back:" classes={back} />
      <NamedClasses title="Does not come back:" classes={left} />
      <NamedClasses
        title="Chosen since, makes way for a class that was attended:"
        classes={yielding}
      />
    </ConfirmDialog>
  );
}
