import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';

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

/** The browser's own list: it knows phones, keyboards and screen readers better than any of ours would. */
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
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
