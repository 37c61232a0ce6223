import type { ReactNode, SubmitEventHandler } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface DialogFormProps {
  onSubmit: SubmitEventHandler;
  onCancel: () => void;
  submitText: string;
  pendingText: string;
  isSaving: boolean;
  /** Why it could not be saved, where no single field is to blame. */
  problem?: string | undefined;
  /** Another button, apart from the two. */
  aside?: ReactNode;
  children: ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const { onSubmit, onCancel, submitText, pendingText, isSaving, problem, aside, children } = props;
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="mt-5 grid gap-4">{children}</div>
      {problem && <Problem className="mt-4">{problem}</Problem>}
      <DialogActions>
        {aside}
        <Button variant="outline" onClick={onCancel} aria-disabled={isSaving}>
          Cancel
        </Button>
        <Button type="submit" pending={isSaving} pendingText={pendingText}>
          {submitText}
        </Button>
      </DialogActions>
    </form>
  );
}
