import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './styles.ts';

function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...rest}
      className={classNames(
        'min-h-12 w-full rounded-control border border-control bg-card px-3.5 py-2.5 placeholder:text-muted',
        'focus-visible:-outline-offset-2 aria-invalid:border-danger disabled:bg-neutral-soft',
        className,
      )}
    />
  );
}

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** What is wrong with the value, in a sentence. */
  error?: string | undefined;
  hint?: string | undefined;
  /** Renders the control with the props that tie it to its label and its messages. */
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="text-left">
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
          {hint}
        </p>
      )}
      {/* There from the start, so that a message which comes later is read out. */}
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className="mt-1.5 font-medium text-danger text-sm">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => <Input {...input} {...control} />}
    </Field>
  );
}
