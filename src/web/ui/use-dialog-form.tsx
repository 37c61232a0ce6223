import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError, type Endpoint, errorMessage, invalidate, useSingleMutation } from '../api.ts';
import { toast as showToast, type ToastMessage, toastError } from './toast.ts';
import type { DialogControl } from './use-dialog.ts';
import { type Stored, useVersion } from './use-version.tsx';

interface DialogFormOptions<Input, Output, Data, Current, Confirmed> extends DialogControl {
  schema: z.ZodMiniType<Output, Input>;
  /** What the fields start with. */
  values: Input;
  /** What is edited, where somebody else may be editing it too. */
  stored?: Stored<Current, Input>;
  /** Asks something before it is saved, or finds a fault; true where it is not to be saved yet. */
  ask?: (values: Output) => boolean;
  save: (values: Output, version: number, confirmed?: Confirmed) => Promise<Data>;
  /** The lists behind the dialog. Refetched in this order before it closes, and after an error: somebody else may have saved first. */
  invalidates?: readonly Endpoint[];
  /** Puts what was saved into these lists, in place of refetching them: nobody waits for a list of thousands. */
  update?: (client: QueryClient, data: Data) => void | Promise<void>;
  toast?: (data: Data) => ToastMessage;
  /** In place of closing the dialog. */
  onSaved?: (data: Data) => void;
  /** Said of an error for which the server has no words. */
  failed: string;
}

/** The form of a `FormDialog`: validates, saves, says what went wrong where it did, and keeps what was typed. */
export function useDialogForm<
  Input extends FieldValues,
  Output,
  Data,
  Current extends { version: number },
  Confirmed,
>(options: DialogFormOptions<Input, Output, Data, Current, Confirmed>) {
  const { open, onClose, schema, values, stored, ask, invalidates = [], update } = options;
  const { toast, onSaved = onClose, failed } = options;
  const client = useQueryClient();
  const form = useForm<Input, unknown, Output>({
    resolver: schemaResolver(schema),
    defaultValues: values as DefaultValues<Input>,
  });
  const { version, notice, handleConflict, clearConflict } = useVersion(form, values, stored);
  const refetchLists = async () => {
    for (const list of invalidates) await invalidate(client, list);
  };
  const saving = useSingleMutation(options.save, {
    onSuccess: async (data) => {
      if (update) await update(client, data);
      else await refetchLists();
      if (toast) showToast(toast(data));
      onSaved(data);
    },
    onError: (error) => {
      if (!handleConflict(error, failed)) showFormError(form, error, failed);
      refetchLists();
    },
  });
  const save = (output: Output, confirmed?: Confirmed) => {
    clearConflict();
    saving.mutate(output, version, confirmed);
  };
  const { errors, isDirty } = form.formState;
  return {
    form,
    save,
    version,
    handleConflict,
    /** A field of the form, and what is wrong with it. */
    field: (name: Path<Input>) => ({
      ...form.register(name),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    /** What the `FormDialog` is told. */
    dialog: {
      open,
      onClose,
      onSubmit: form.handleSubmit((output) => {
        if (!ask?.(output)) save(output);
      }),
      isSaving: saving.isPending,
      isDirty,
      notice,
      problem: errors.root?.message,
    },
  };
}

/**
 * Says the server's error in a toast, and at the field it names, which is wrong for longer than a toast is there. What
 * somebody else has changed meanwhile is said in the dialog instead, where it has to be decided upon.
 */
function showFormError<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  error: Error,
  fallback: string,
): void {
  const message = errorMessage(error, fallback);
  const { field, current } = error instanceof ApiError ? error : {};
  if (current === undefined) toastError(message);
  if (field && field in form.getValues()) {
    form.setError(field as Path<Input>, { message }, { shouldFocus: true });
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
