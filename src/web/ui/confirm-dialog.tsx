import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { InlineError } from './notice.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  confirmText: string;
  /** Danger, unless it is said otherwise. */
  confirmVariant?: 'primary' | 'danger';
  pendingText: string;
  isPending: boolean;
  /** Why it was not done. */
  problem?: string | undefined;
  /** Where trying again would fail in the same way. */
  isConfirmDisabled?: boolean;
  onConfirm: () => void;
  /** As of every dialog. */
  returnTo?: string;
  /** What has to be seen before: lists, choices. */
  children?: ReactNode;
}

/** A question before something that is not easily undone. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, description, confirmText, pendingText, isPending } = props;
  const {
    confirmVariant = 'danger',
    problem,
    isConfirmDisabled = false,
    onConfirm,
    returnTo,
    children,
  } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isConfirmDisabled) cancel.current?.focus();
  }, [isConfirmDisabled]);
  // `detail` counts the clicks: the second click of a double click on the opening button lands here and is ignored.
  const confirm = ({ detail }: MouseEvent) => detail <= 1 && onConfirm();
  return (
    <Dialog {...{ open, onClose, title, description, returnTo }} busy={isPending}>
      {children}
      {problem && (
        <div role="alert" className="mt-4">
          <InlineError>{problem}</InlineError>
        </div>
      )}
      <DialogActions>
        <Button ref={cancel} variant="outline" onClick={onClose} aria-disabled={isPending}>
          Cancel
        </Button>
        <Button
          variant={confirmVariant}
          disabled={isConfirmDisabled}
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
