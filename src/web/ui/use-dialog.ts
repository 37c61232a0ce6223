import { createElement, Fragment, type ReactNode, useState } from 'react';

export interface DialogControl {
  open: boolean;
  onClose: () => void;
}

interface State<Subject> {
  subject: Subject;
  isOpen: boolean;
  timesOpened: number;
}

/** Keeps the subject while the dialog fades out. `initial` opens the dialog immediately. */
export function useDialog<Subject>(initial?: Subject, onClosed?: () => void) {
  const [dialog, setDialog] = useState<State<Subject> | undefined>(
    initial && { subject: initial, isOpen: true, timesOpened: 1 },
  );
  const close = () => {
    setDialog((last) => last && { ...last, isOpen: false });
    onClosed?.();
  };
  return {
    open: (subject: Subject) =>
      setDialog((last) => ({ subject, isOpen: true, timesOpened: (last?.timesOpened ?? 0) + 1 })),
    close,
    /** Mounts a new instance each time the dialog is opened. */
    render: (show: (control: DialogControl, subject: Subject) => ReactNode) =>
      dialog && [
        // The array keeps this dialog's key from clashing with the key of another dialog.
        createElement(
          Fragment,
          { key: dialog.timesOpened },
          show({ open: dialog.isOpen, onClose: close }, dialog.subject),
        ),
      ],
  };
}
