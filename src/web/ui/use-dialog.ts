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

/** A dialog's subject and whether it is open. The subject is kept while the dialog fades out. `initial` opens it at once. */
export function useDialog<Subject>(initial?: Subject) {
  const [dialog, setDialog] = useState<State<Subject> | undefined>(
    initial && { subject: initial, isOpen: true, timesOpened: 1 },
  );
  const close = () => setDialog((last) => last && { ...last, isOpen: false });
  return {
    open: (subject: Subject) =>
      setDialog((last) => ({ subject, isOpen: true, timesOpened: (last?.timesOpened ?? 0) + 1 })),
    close,
    /** Renders nothing until the first opening. Each opening mounts a new dialog. */
    render: (show: (control: DialogControl, subject: Subject) => ReactNode) =>
      dialog && [
        // The array keeps the key from clashing with another dialog's.
        createElement(
          Fragment,
          { key: dialog.timesOpened },
          show({ open: dialog.isOpen, onClose: close }, dialog.subject),
        ),
      ],
  };
}
