import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { ApiError, errorMessage } from '../api.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { InlineError } from './notice.tsx';
import { type ActionOptions, useRun } from './use-action.ts';
import type { DialogControl } from './use-dialog.ts';

interface Question extends DialogControl {
  title: string;
  description: ReactNode;
  confirmText: string;
  confirmVariant?: 'primary' | 'danger';
  pendingText?: string;
  returnTo?: string;
  children?: ReactNode;
}

interface ConfirmDialogProps extends Question {
  isPending?: boolean;
  problem?: string | undefined;
  isConfirmDisabled?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmText, confirmVariant = 'danger', onConfirm, children } = props;
  const { pendingText = 'Saving...' } = props;
  const { isPending = false, problem, isConfirmDisabled = false, ...dialog } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isConfirmDisabled) cancel.current?.focus();
  }, [isConfirmDisabled]);
  // Ignore the second click of a double click on the button that opened the dialog.
  const confirm = ({ detail }: MouseEvent) => detail <= 1 && onConfirm();
  return (
    <Dialog {...dialog} busy={isPending}>
      {children}
      {problem && (
        <div role="alert" className="mt-4">
          <InlineError>{problem}</InlineError>
        </div>
      )}
      <DialogActions>
        <Button ref={cancel} variant="plain" onClick={dialog.onClose} aria-disabled={isPending}>
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

interface ActionDialogProps<Data> extends Question, ActionOptions<Data> {
  run: () => Promise<Data>;
  /** Returns true if retrying can't fix an error with this status. The confirm button is then disabled. */
  isFinal?: (status: number) => boolean;
}

export function ActionDialog<Data>(props: ActionDialogProps<Data>) {
  const { run, onDone, failed, isFinal, ...question } = props;
  const close = async (data: Data) => {
    await onDone?.(data);
    question.onClose();
  };
  const action = useRun(run, { ...props, onDone: close });
  const { error } = action;
  const status = error instanceof ApiError ? error.status : 0;
  return (
    <ConfirmDialog
      {...question}
      isPending={action.isPending}
      problem={error ? errorMessage(error, failed) : undefined}
      isConfirmDisabled={isFinal?.(status) ?? false}
      onConfirm={() => action.mutate()}
    />
  );
}
