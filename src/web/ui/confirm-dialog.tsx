import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  confirmText: string;
  pendingText: string;
  isPending: boolean;
  /** Why it was not done. */
  problem?: string | undefined;
  /** Asking again would get the same answer. */
  isRefused?: boolean;
  onConfirm: () => void;
}

/** Asks once before something that cannot be taken back. The safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, description, confirmText, pendingText, isPending } = props;
  const { problem, isRefused = false, onConfirm } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isRefused) cancel.current?.focus();
  }, [isRefused]);
  // The second half of a double click on what opened this may land here, and is no answer.
  const confirm = ({ detail }: MouseEvent) => detail <= 1 && onConfirm();
  return (
    <Dialog open={open} onClose={onClose} busy={isPending} title={title} description={description}>
      {problem && (
        <div role="alert" className="mt-4">
          <Problem>{problem}</Problem>
        </div>
      )}
      <DialogActions>
        <Button ref={cancel} variant="outline" onClick={onClose} aria-disabled={isPending}>
          Cancel
        </Button>
        <Button
          variant="danger"
          disabled={isRefused}
          pending={isPending}
          pendingText={pendingText}
          onClick={confirm}
        >
          {confirmText}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
