import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type SubmitEventHandler,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type {
  FieldError,
  FieldErrors,
  FieldValues,
  Path,
  Resolver,
  UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import {
  type ApiArguments,
  ApiError,
  type ApiResponse,
  callApi,
  type Endpoint,
  errorMessage,
  invalidate,
  useSingleMutation,
} from '../api.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { InlineError } from './notice.tsx';
import { toastError } from './toast.ts';

interface FormState {
  isBusy: boolean;
  /** Whether something is typed that is not saved. */
  isDirty: boolean;
}
const untouched: FormState = { isBusy: false, isDirty: false };

const DialogContext = createContext({
  report: (_state: FormState): void => undefined,
  /** Escape, the backdrop or Back was pressed, and something is typed. */
  isLeaving: false,
  stay: (): void => undefined,
});

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'busy'> {
  /** Why there is nothing to edit, where what the dialog is about is gone: it closes with a toast that says so. */
  missing?: string | undefined;
}

/**
 * A dialog around a `DialogForm`. Escape, the backdrop and Back close it: not while the form is being saved, and
 * where something is typed they ask first.
 */
export function FormDialog({ missing, ...props }: FormDialogProps) {
  const [{ isBusy, isDirty }, report] = useState(untouched);
  const [isLeaving, setLeaving] = useState(false);
  const { open, onClose } = props;
  const lacksData = open && missing !== undefined;
  useEffect(() => {
    if (!lacksData) return;
    toastError(missing);
    onClose();
  }, [lacksData, missing, onClose]);
  const leave = () => (isDirty ? setLeaving(true) : onClose());
  const stay = useCallback(() => setLeaving(false), []);
  return (
    <DialogContext value={{ report, isLeaving: isLeaving && isDirty, stay }}>
      <Dialog {...props} open={open && !lacksData} busy={isBusy} onClose={leave} />
    </DialogContext>
  );
}

interface DialogFormProps {
  onSubmit: SubmitEventHandler;
  onCancel: () => void;
  submitText: string;
  /** Where 'Cancel' could be taken for what the form does. */
  cancelText?: string | undefined;
  /** For what cannot be undone. */
  submitVariant?: 'danger';
  pendingText: string;
  isSaving: boolean;
  /** Whether leaving the dialog loses something. */
  isDirty?: boolean;
  /** What leaves the dialog, where `onCancel` only goes a step back. */
  onDiscard?: () => void;
  /** What is in the way of saving it, where no single field is to blame and no toast says so. */
  problem?: string | undefined;
  /** What has to be read before it is saved again, in place of a problem. */
  notice?: ReactNode;
  /** Another button, apart from the two. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The form inside a `FormDialog`. It is mounted with each opening, so it always starts from its default values. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, onCancel, submitText, pendingText, isSaving, isDirty = false, problem } = props;
  const { submitVariant, cancelText = 'Cancel', onDiscard = onCancel, notice, aside } = props;
  const { report, isLeaving, stay } = use(DialogContext);
  useEffect(() => {
    report({ isBusy: isSaving, isDirty });
  }, [report, isSaving, isDirty]);
  useEffect(
    () => () => {
      report(untouched);
      stay();
    },
    [report, stay],
  );
  return (
    <form noValidate onSubmit={onSubmit}>
      <div className="mt-5 grid gap-4">{props.children}</div>
      {isLeaving ? <LeavingNotice onStay={stay} onLeave={onDiscard} /> : notice}
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
  );
}

/** Where a form has steps, the second click of a double click lands on the button of the next one. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
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

interface SaveOptions<E extends Endpoint> {
  /** The lists behind the dialog. Refetched in this order before `onSuccess`: they show the change when it closes. */
  invalidates: readonly Endpoint[];
  /** Puts what was saved into these lists, in place of refetching them: nobody waits for a list of thousands. */
  update?: (client: QueryClient, data: ApiResponse<E>) => void;
  onSuccess: (data: ApiResponse<E>) => void;
  onError: (error: Error) => void;
}

/** A mutation of what a dialog edits. The lists are refetched after an error too: somebody else may have saved first. */
export function useSaveMutation<E extends Endpoint>(
  endpoint: E,
  { invalidates, update, onSuccess, onError }: SaveOptions<E>,
) {
  const client = useQueryClient();
  const refetchLists = async () => {
    for (const list of invalidates) await invalidate(client, list);
  };
  return useSingleMutation((...input: ApiArguments<E>) => callApi(endpoint, ...input), {
    onSuccess: async (data) => {
      if (update) update(client, data);
      else await refetchLists();
      onSuccess(data);
    },
    onError: (error) => {
      onError(error);
      refetchLists();
    },
  });
}

/**
 * Says the server's error in a toast, and at the field it names, which is wrong for longer than a toast is there. What
 * somebody else has changed meanwhile is said in the dialog instead, where it has to be decided upon.
 */
export function showFormError<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  fallback: string,
): void {
  const message = errorMessage(error, fallback);
  const { field, current } = error instanceof ApiError ? error : {};
  if (current === undefined) toastError(message);
  if (field && field in form.getValues()) {
    form.setError(field as Path<Values>, { message }, { shouldFocus: true });
  } else if (current !== undefined) {
    form.setError('root', { message });
  }
}

/**
 * Validates a form with the contract's own schema; of each field the first problem counts. The package
 * @hookform/resolvers does the same for nested forms and every version of zod, for 1.2 KB in each dialog.
 */
export function schemaResolver<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const parsed = schema.safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, message } of parsed.error.issues) {
      errors[String(path[0])] ??= { type: 'schema', message };
    }
    return { values: {}, errors: errors as FieldErrors<Input> };
  };
}
