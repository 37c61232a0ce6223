import { createElement, Fragment, type ReactNode, useState } from 'react';

/** What opens and closes a dialog. */
export interface DialogControl {
  open: boolean;
  onClose: () => void;
}

interface State<Subject> {
  subject: Subject;
  isOpen: boolean;
  /** How often it was opened. */
  times: number;
}

/**
 * What a dialog is about, and whether it is open. The subject is kept after closing, so that the dialog does not
 * change while it fades out; before the first opening the dialog need not be loaded. With `initial` it opens at once.
 */
export function useDialog<Subject>(initial?: Subject) {
  const [dialog, setDialog] = useState<State<Subject> | undefined>(
    initial && { subject: initial, isOpen: true, times: 1 },
  );
  const close = () => setDialog((last) => last && { ...last, isOpen: false });
  return {
    open: (subject: Subject) =>
      setDialog((last) => ({ subject, isOpen: true, times: (last?.times ?? 0) + 1 })),
    close,
    /** Renders the dialog from its first opening on. It is mounted anew with each one, and starts from the beginning. */
    render: (show: (control: DialogControl, subject: Subject) => ReactNode) =>
      dialog && [
        // The array keeps the key from meeting that of another dialog on the same page.
        createElement(
          Fragment,
          { key: dialog.times },
          show({ open: dialog.isOpen, onClose: close }, dialog.subject),
        ),
      ],
  };
}
