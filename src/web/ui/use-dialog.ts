import { type ReactNode, useState } from 'react';

/** What opens and closes a dialog. */
export interface DialogControl {
  open: boolean;
  onClose: () => void;
}

/**
 * What a dialog is about, and whether it is open. The subject is kept after closing, so that the dialog does not
 * change while it fades out; it is undefined until the first opening, and the dialog need not be loaded.
 */
export function useDialog<Subject>() {
  const [dialog, setDialog] = useState<{ subject: Subject; isOpen: boolean }>();
  const close = () => setDialog((last) => last && { ...last, isOpen: false });
  return {
    subject: dialog?.subject,
    isOpen: dialog?.isOpen ?? false,
    open: (subject: Subject) => setDialog({ subject, isOpen: true }),
    close,
    /** Renders the dialog from its first opening on. */
    render: (show: (control: DialogControl, subject: Subject) => ReactNode) =>
      dialog && show({ open: dialog.isOpen, onClose: close }, dialog.subject),
  };
}
