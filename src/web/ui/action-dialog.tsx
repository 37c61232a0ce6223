import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { ApiError, errorMessage, useSingleMutation } from '../api.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { InlineError } from './notice.tsx';
import { toast as showToast, type ToastMessage } from './toast.ts';
import type { DialogControl } from './use-dialog.ts';

interface Question extends DialogControl {
  title: string;
  description: ReactNode;
  confirmText: string;
  /** Danger, unless it is said otherwise. */
  confirmVariant?: 'primary' | 'danger';
  pendingText: string;
  /** As of every dialog. */
  returnTo?: string;
  /** What has to be seen before: lists, choices. */
  children?: ReactNode;
}

interface ConfirmDialogProps extends Question {
  isPending?: boolean;
  /** Why it was not done. */
  problem?: string | undefined;
  /** Where trying again would fail in the same way. */
  isConfirmDisabled?: boolean;
  onConfirm: () => void;
}

/** A question before something that is not easily undone. Cancel has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmText, confirmVariant = 'danger', pendingText, onConfirm, children } = props;
  const { isPending = false, problem, isConfirmDisabled = false, ...dialog } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isConfirmDisabled) cancel.current?.focus();
  }, [isConfirmDisabled]);
  // `detail` counts the clicks: the second click of a double click on the opening button lands here and is ignored.
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
        <Button ref={cancel} variant="outline" onClick={dialog.onClose} aria-disabled={isPending}>
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

interface ActionDialogProps<Data> extends Question {
  /** The call that does it. */
  run: () => Promise<Data>;
  /** Awaited before the dialog closes. */
  onDone?: (data: Data) => unknown;
  onFailed?: (error: Error) => unknown;
  toast?: (data: Data) => ToastMessage;
  /** Said of an error for which the server has no words. */
  failed: string;
  /** The statuses after which trying again would fail in the same way. */
  isFinal?: (status: number) => boolean;
}

/** Asks, does it, and closes with a toast. An error is said in the dialog, which stays open. */
export function ActionDialog<Data>(props: ActionDialogProps<Data>) {
  const { run, onDone, onFailed, toast, failed, isFinal, ...question } = props;
  const action = useSingleMutation(run, {
    onSuccess: async (data) => {
      await onDone?.(data);
      if (toast) showToast(toast(data));
      question.onClose();
    },
    onError: (error) => onFailed?.(error),
  });
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
