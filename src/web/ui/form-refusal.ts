import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { CallError, wordsOf } from '../call.ts';
import { toast } from './toast.ts';

export function toastError(description: string): void {
  toast({ title: 'Error', description, variant: 'destructive' });
}

/** Says why the server refused a form: at the field it names, which gets the focus, else above the buttons. */
export function showRefusal<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: Error,
  otherwise: string,
): void {
  const message = wordsOf(error, otherwise);
  const field = error instanceof CallError ? error.field : undefined;
  toastError(message);
  if (field && field in form.getValues()) {
    form.setError(field as Path<Values>, { message }, { shouldFocus: true });
  } else {
    form.setError('root', { message });
  }
}
