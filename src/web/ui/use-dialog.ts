import { useState } from 'react';

/**
 * What a dialog is about, and whether it is open. The subject outlives the closing, so that the dialog
 * does not change its words on the way out; before the first opening there is none, and nothing to load.
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
