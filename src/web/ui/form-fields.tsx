import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import { classNames } from './styles.ts';

interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  label: string;
  options: readonly Option[];
  error?: string | undefined;
  hint?: string | undefined;
}

/** The browser's own list: it works with phones, keyboards and screen readers. */
export function SelectField({ label, options, error, hint, className, ...rest }: SelectFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <select
          {...rest}
          {...control}
          className={classNames(
            'min-h-12 w-full rounded-control border border-control bg-card px-3 py-2.5 focus-visible:-outline-offset-2 disabled:bg-neutral-soft aria-invalid:border-danger',
            className,
          )}
        >
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

export function TextAreaField({ label, error, hint, ...rest }: TextAreaFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
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
