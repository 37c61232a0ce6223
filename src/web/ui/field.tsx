import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './styles.ts';

const box =
  'w-full rounded-control border border-control bg-card py-2.5 focus-visible:-outline-offset-2 aria-invalid:border-danger disabled:bg-neutral-soft';

interface Texts {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps extends Texts {
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
      {/* Always rendered, because screen readers only announce changes to existing live regions. */}
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

type TextFieldProps = Texts & Omit<ComponentProps<'input'>, 'id'>;

export function TextField({ label, error, hint, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, error, hint }}>
      {(control) => (
        <input
          {...rest}
          {...control}
          className={classNames(box, 'min-h-12 px-3.5 placeholder:text-muted', className)}
        />
      )}
    </Field>
  );
}

export function TextAreaField(props: Texts & Omit<ComponentProps<'textarea'>, 'id'>) {
  const { label, error, hint, ...rest } = props;
  return (
    <Field {...{ label, error, hint }}>
      {(control) => <textarea {...rest} {...control} className={`${box} block min-h-32 px-3.5`} />}
    </Field>
  );
}

interface SelectFieldProps extends Texts, Omit<ComponentProps<'select'>, 'id' | 'children'> {
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, options, error, hint, className, ...rest }: SelectFieldProps) {
  return (
    <Field {...{ label, error, hint }}>
      {(control) => (
        <select {...rest} {...control} className={classNames(box, 'min-h-12 px-3', className)}>
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

interface CodeFieldProps extends Pick<TextFieldProps, 'ref' | 'error' | 'hint'> {
  value: string;
  onChange: (value: string) => void;
}

export function CodeField({ onChange, ...rest }: CodeFieldProps) {
  return (
    <TextField
      {...rest}
      label="Six-digit code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={20}
      className="text-center font-semibold text-xl tracking-[0.3em]"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function readCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}
