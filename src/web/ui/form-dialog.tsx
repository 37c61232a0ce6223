import { type Query, useIsFetching } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type SubmitEventHandler,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button, SmallButton } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { toastError } from './toast.ts';
import type { DialogControl } from './use-dialog.ts';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'busy'> {
  onSubmit: SubmitEventHandler;
  onCancel?: () => void;
  submitText: string;
  cancelText?: string | undefined;
  submitVariant?: 'danger' | undefined;
  pendingText?: string;
  isSaving: boolean;
  isDirty: boolean;
  /** An error that doesn't belong to a field and isn't shown in a toast. */
  problem?: string | undefined;
  notice?: ReactNode;
  aside?: ReactNode;
  /** The name of the current step, which must be unique within the form. */
  step?: string;
  instead?: ReactNode;
  dialogs?: ReactNode;
}

/** Asks before closing if there are unsaved changes. */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submitText, pendingText = 'Saving...', isSaving } = props;
  const { problem, notice, aside, step = '' } = props;
  const { onClose, onCancel = onClose, cancelText = 'Cancel', submitVariant, ...dialog } = props;
  const isDirty = props.isDirty && !dialog.instead;
  const [leavingStep, setLeavingStep] = useState<string>();
  const isLeaving = isDirty && leavingStep === step;
  const leave = () => (isDirty ? setLeavingStep(step) : onClose());
  const isChecking = useIsFetching({ predicate: isPreview }) > 0;
  return (
    <Dialog {...dialog} busy={isSaving} onClose={leave}>
      {dialog.instead ?? (
        <form
          key={step}
          noValidate
          className="flex grow flex-col"
          onSubmit={(event) => (isChecking ? event.preventDefault() : onSubmit(event))}
        >
          <div className="mt-5 mb-auto grid gap-4">{props.children}</div>
          {isLeaving ? (
            <LeavingNotice onStay={() => setLeavingStep(undefined)} onLeave={onClose} />
          ) : (
            notice
          )}
          {problem && <FormNotice title={problem} />}
          <DialogActions>
            {aside}
            <Button variant="plain" onClick={onCancel} aria-disabled={isSaving}>
              {cancelText}
            </Button>
            <Button
              type="submit"
              variant={submitVariant}
              pending={isSaving}
              pendingText={pendingText}
              aria-disabled={isChecking || undefined}
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

/** The form can't be submitted while a preview is loading, so that staff see who is affected before they submit it. */
function isPreview({ queryKey }: Query): boolean {
  return String(queryKey[0]).endsWith('/preview');
}

/** Without this, the second click of a double click would submit the next step of the form. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

export function MissingSubject({ open, onClose, children }: DialogControl & { children: string }) {
  useEffect(() => {
    if (!open) return;
    toastError(children);
    onClose();
  }, [open, onClose, children]);
  return null;
}

/** Wraps `Form`. If the subject is gone, shows `missing` in a toast and closes the dialog. */
export function aboutSubject<Name extends string, Props extends DialogControl>(
  name: Name & keyof Props,
  missing: string,
  Form: ComponentType<Props>,
) {
  type Subject = { [N in Name & keyof Props]: Props[N] | null | undefined };
  return (props: Omit<Props, Name> & DialogControl & Subject) =>
    props[name] ? (
      <Form {...(props as unknown as Props)} />
    ) : (
      <MissingSubject {...props}>{missing}</MissingSubject>
    );
}

export function FormNotice({ title, children }: { title: string; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  // Scroll the notice into view, because it may be below the visible part of the dialog.
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

/** In the same file as the form, because a separate script could fail to load when it is needed. */
function LeavingNotice({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  const question = 'Discard your changes?';
  return (
    <FormNotice title={question}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is only for form fields */}
      <div role="group" aria-label={question} className="mt-3 flex flex-wrap gap-3">
        <SmallButton ref={keep} onClick={onStay}>
          Keep Editing
        </SmallButton>
        <SmallButton variant="danger" onClick={onLeave}>
          Discard
        </SmallButton>
      </div>
    </FormNotice>
  );
}
