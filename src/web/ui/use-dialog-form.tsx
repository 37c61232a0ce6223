import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError, type Endpoint, errorMessage, invalidate, useSingleMutation } from '../api.ts';
import { SmallButton } from './button.tsx';
import { FormNotice } from './form-dialog.tsx';
import { type ToastMessage, toastError, toastOutcome } from './toast.ts';
import type { DialogControl } from './use-dialog.ts';

interface DialogFormOptions<Input, Output, Data, Current, Confirmed> {
  schema: z.ZodMiniType<Output, Input>;
  values: Input;
  /** Set if someone else may be editing the same record. */
  stored?: Stored<Current, Input>;
  /** Returns true to prevent saving, for example after showing a question or an error. */
  ask?: (values: Output) => boolean;
  save: (values: Output, version: number, confirmed?: Confirmed) => Promise<Data>;
  /**
   * Refetched before the dialog closes, unless `update` is set. Also refetched after an error, because someone else may
   * have saved first.
   */
  invalidates?: readonly Endpoint[];
  /** Updates cached lists after saving instead of refetching them, which is slow for thousands of rows. */
  update?: (client: QueryClient, data: Data) => void | Promise<void>;
  toast?: (data: Data) => ToastMessage;
  onSaved?: (data: Data) => void;
  failed: string;
}

export function useDialogForm<
  Input extends FieldValues,
  Output,
  Data,
  Current extends { version: number },
  Confirmed,
>(control: DialogControl, options: DialogFormOptions<Input, Output, Data, Current, Confirmed>) {
  const { schema, values, stored, ask, invalidates = [], update } = options;
  const { toast, onSaved = control.onClose, failed } = options;
  const client = useQueryClient();
  const form = useForm<Input, unknown, Output>({
    resolver: schemaResolver(schema),
    defaultValues: values as DefaultValues<Input>,
  });
  const { version, notice, handleConflict, clearConflict } = useVersion(form, values, stored);
  const refetchLists = () => invalidate(client, ...invalidates);
  const saving = useSingleMutation(options.save, {
    onSuccess: async (data) => {
      if (update) await update(client, data);
      else await refetchLists();
      toastOutcome(data, toast);
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
    field: bindFields(form),
    dialog: {
      open: control.open,
      onClose: control.onClose,
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

/** Returns a function that returns a field's props, including its error. */
export function bindFields<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
) {
  return (name: Path<Values>, options?: RegisterOptions<Values, Path<Values>>) => ({
    ...form.register(name, options),
    error: form.getFieldState(name, form.formState).error?.message,
  });
}

/**
 * Shows the error in a toast and below its field, if it has one. Shows a conflict in the dialog instead of a toast,
 * because the user has to decide what to do.
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

/** Does the same as @hookform/resolvers, which would add 1.2 KB to each dialog. */
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

interface Conflict<Current, Values> {
  message: string;
  values: Current;
  changed: (keyof Values)[];
}

export type StoredField<Values> = [name: keyof Values, label: string, value: string];

export interface Stored<Current, Values> {
  version: number;
  valuesOf: (current: Current) => Values;
  describe: (current: Current) => StoredField<Values>[];
}

/** After a version conflict, updates untouched fields and keeps what the user typed. */
function useVersion<Current extends { version: number }, Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  opened: Values,
  stored: Stored<Current, Values> | undefined,
) {
  const [version, setVersion] = useState(stored?.version ?? 0);
  const [conflict, setConflict] = useState<Conflict<Current, Values>>();
  const seen = useRef(opened);
  /** Returns undefined if the error isn't a version conflict. */
  const handleConflict = (
    error: Error,
    fallback: string,
  ): Conflict<Current, Values> | undefined => {
    const values = error instanceof ApiError ? (error.current as Current | undefined) : undefined;
    // A list means that other rows have changed, not the one in this form.
    if (!values || !stored || Array.isArray(values)) return undefined;
    const before = seen.current;
    const now = stored.valuesOf(values);
    // Keep the original defaults, so that what the user typed still counts as unsaved.
    form.reset(mergeNewer(before, form.getValues(), now), { keepDefaultValues: true });
    const changed = differing(before, now);
    const found = { message: errorMessage(error, fallback), values, changed };
    seen.current = now;
    setVersion(values.version);
    setConflict(found);
    return found;
  };
  const clearConflict = () => setConflict(undefined);
  const takeNewer = () => {
    form.reset(seen.current);
    clearConflict();
  };
  const differences =
    conflict &&
    stored?.describe(conflict.values).filter(([name]) => conflict.changed.includes(name));
  const notice = conflict && differences && (
    <FormNotice title={conflict.message}>
      {differences.length > 0 && (
        <>
          <ul className="mt-2 grid gap-1">
            {differences.map(([, label, value]) => (
              <li key={label} className="break-words">
                {label} is now <strong className="font-semibold">{value}</strong>
              </li>
            ))}
          </ul>
          <SmallButton className="mt-3" onClick={takeNewer}>
            Use the Newer Values
          </SmallButton>
        </>
      )}
    </FormNotice>
  );
  return { version, handleConflict, clearConflict, notice };
}

function differing<Values extends object>(one: Values, other: Values): (keyof Values)[] {
  return (Object.keys(other) as (keyof Values)[]).filter((name) => one[name] !== other[name]);
}

export function mergeNewer<Values extends object>(before: Values, typed: Values, now: Values) {
  const merged = { ...now };
  for (const name of differing(before, typed)) merged[name] = typed[name];
  return merged;
}
