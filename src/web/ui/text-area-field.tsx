import type { ComponentProps } from 'react';
import { Field } from './field.tsx';

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  error?: string | undefined;
}

export function TextAreaField({ label, error, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          className="block min-h-32 w-full rounded-control border border-control bg-card px-3.5 py-2.5 focus-visible:-outline-offset-2 aria-invalid:border-danger"
        />
      )}
    </Field>
  );
}
