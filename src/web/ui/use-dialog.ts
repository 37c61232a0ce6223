import { useEffect, useState } from 'react';
import { toastError } from './toast.ts';

/**
 * What a dialog is about, and whether it is open. The subject is kept after closing, so that the dialog does not
 * change while it fades out; it is undefined until the first opening, and the dialog need not be loaded.
 */
export function useDialog<Subject>() {
  const [dialog, setDialog] = useState<{ subject: Subject; isOpen: boolean }>();
  return {
    subject: dialog?.subject,
    isOpen: dialog?.isOpen ?? false,
    open: (subject: Subject) => setDialog({ subject, isOpen: true }),
    close: () => setDialog((last) => last && { ...last, isOpen: false }),
  };
}

interface DialogWithData {
  open: boolean;
  hasData: boolean;
  /** The toast that is shown instead of the dialog. */
  message: string;
  onClose: () => void;
}

/** Closes a dialog whose data is gone, with a toast that says so. Returns whether the dialog is open. */
export function useCloseWithoutData({ open, hasData, message, onClose }: DialogWithData): boolean {
  const lacksData = open && !hasData;
  useEffect(() => {
    if (!lacksData) return;
    toastError(message);
    onClose();
  }, [lacksData, message, onClose]);
  return open && hasData;
}
