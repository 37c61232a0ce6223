import { useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { ApiError, type Endpoint, errorMessage, invalidate, useSingleMutation } from '../api.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { InlineError } from './notice.tsx';
import { type ToastMessage, toastOutcome } from './toast.ts';
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
  /** Disables the confirm button, for example after an error that a retry can't fix. */
  isConfirmDisabled?: boolean;
  onConfirm: () => void;
}

/** Asks for confirmation. Focus starts on Cancel, unless `children` contains a control. */
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
  run: () => Promise<Data>;
  /** Refetched before the dialog closes, and after an error, because someone else may have acted first. */
  invalidates?: readonly Endpoint[];
  /** The dialog stays open until the returned promise resolves. */
  onDone?: (data: Data) => unknown;
  /** By default, shows the message in the response. */
  toast?: (data: Data) => ToastMessage;
  /** Shown if the server's response has no error message. */
  failed: string;
  /** Returns whether an error with this status would recur on every retry. */
  isFinal?: (status: number) => boolean;
}

/** Asks for confirmation, runs the action, closes, and shows a toast. If the action fails, shows the error instead. */
export function ActionDialog<Data>(props: ActionDialogProps<Data>) {
  const { run, invalidates = [], onDone, toast, failed, isFinal, ...question } = props;
  const client = useQueryClient();
  const action = useSingleMutation(run, {
    onSuccess: async (data) => {
      await invalidate(client, ...invalidates);
      await onDone?.(data);
      toastOutcome(data, toast);
      question.onClose();
    },
    onError: () => invalidate(client, ...invalidates),
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
