import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type SubmitEventHandler,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { InlineError } from './notice.tsx';
import { toastError } from './toast.ts';
import type { DialogControl } from './use-dialog.ts';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'busy'> {
  onSubmit: SubmitEventHandler;
  /** What the left button does where it is not to close the dialog, such as a step back. */
  onCancel?: () => void;
  submitText: string;
  /** Where 'Cancel' could be taken for what the form does. */
  cancelText?: string | undefined;
  /** For what cannot be undone. */
  submitVariant?: 'danger' | undefined;
  pendingText: string;
  isSaving: boolean;
  /** Whether leaving the dialog loses something. */
  isDirty: boolean;
  /** What is in the way of saving it, where no single field is to blame and no toast says so. */
  problem?: string | undefined;
  /** What has to be read before it is saved again, in place of a problem. */
  notice?: ReactNode;
  /** Another button, apart from the two. */
  aside?: ReactNode;
  /** Another for each step of the form. */
  step?: string;
  /** What is shown in place of the form. */
  instead?: ReactNode;
  /** Above the form. */
  head?: ReactNode;
  /** Dialogs that the form opens. */
  dialogs?: ReactNode;
}

/**
 * A dialog with a form, mounted anew with each opening. Escape, the backdrop and Back close it: not while the form is
 * being saved, and where something is typed they ask first.
 */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submitText, pendingText, isSaving, problem, notice, aside, step } = props;
  const { onClose, onCancel = onClose, cancelText = 'Cancel', submitVariant, ...dialog } = props;
  const isDirty = props.isDirty && !dialog.instead;
  const [leavingStep, setLeavingStep] = useState<string>();
  const isLeaving = isDirty && leavingStep === (step ?? '');
  const leave = () => (isDirty ? setLeavingStep(step ?? '') : onClose());
  return (
    <Dialog {...dialog} busy={isSaving} onClose={leave}>
      {dialog.head}
      {dialog.instead ?? (
        <form key={step} noValidate onSubmit={onSubmit}>
          <div className="mt-5 grid gap-4">{props.children}</div>
          {isLeaving ? (
            <LeavingNotice onStay={() => setLeavingStep(undefined)} onLeave={onClose} />
          ) : (
            notice
          )}
          {problem && <InlineError className="mt-4">{problem}</InlineError>}
          <DialogActions>
            {aside}
            <Button variant="outline" onClick={onCancel} aria-disabled={isSaving}>
              {cancelText}
            </Button>
            <Button
              type="submit"
              variant={submitVariant}
              pending={isSaving}
              pendingText={pendingText}
              onClick={ignoreSecondClick}
            >
              {submitText}
            </Button>
          </DialogActions>
        </form>
      )}
      {dialog.dialogs}
    </Dialog>
  );
}

/** Where a form has steps, the second click of a double click lands on the button of the next one. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** In place of a dialog whose subject is gone: it closes with a toast that says so. */
export function MissingSubject({ open, onClose, children }: DialogControl & { children: string }) {
  useEffect(() => {
    if (!open) return;
    toastError(children);
    onClose();
  }, [open, onClose, children]);
  return null;
}

/** What has to be read before a form is sent again. */
export function FormNotice({ title, children }: { title: string; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed stays in sight whatever is scrolled to, so this may be out of it.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} role="alert" className="mt-4 rounded-control bg-warning-soft px-4 py-3 text-sm">
      <p className="font-medium text-warning">{title}</p>
      {children}
    </div>
  );
}

/** In the form itself: it needs no script that could fail to load just then. */
function LeavingNotice({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const question = 'Discard what you typed?';
  return (
    <FormNotice title={question}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div role="group" aria-label={question} className="mt-3 flex flex-wrap gap-3">
        <Button ref={keep} variant="outline" size="small" onClick={onStay}>
          Keep editing
        </Button>
        <Button variant="danger" size="small" onClick={onLeave}>
          Discard
        </Button>
      </div>
    </FormNotice>
  );
}
