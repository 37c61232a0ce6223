import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './styles.ts';

const box =
  'w-full rounded-control border border-control bg-card py-2.5 focus-visible:-outline-offset-2 aria-invalid:border-danger disabled:bg-neutral-soft';

/** Fields in a `search` are filters, which are lower. */
export const fieldHeight =
  'min-h-12 in-[search]:min-h-11 in-[search]:border-line-strong in-[search]:py-1 pointer-fine:in-[search]:min-h-9 sm:in-[search]:text-sm';

export interface Texts {
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
      <label
        htmlFor={id}
        className="mb-1.5 block font-semibold in-[search]:mb-1 in-[search]:text-sm"
      >
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

export type TextFieldProps = Texts & Omit<ComponentProps<'input'>, 'id'>;

export function TextField({ label, error, hint, className, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, error, hint }}>
      {(control) => (
        <input
          {...rest}
          {...control}
          className={classNames(box, fieldHeight, 'px-3.5 placeholder:text-muted', className)}
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

/** A plain string is both the value and its label. */
export type Option = string | readonly [value: string, label: string];

interface SelectProps extends Omit<ComponentProps<'select'>, 'children'> {
  options: readonly Option[];
}

/** Without a visible label, so give it an `aria-label`, or use `SelectField`. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className={classNames('flex items-center', className)}>
      <select {...rest} className={`${box} ${fieldHeight} appearance-none pr-9 pl-3.5`}>
        {options.map((option) => {
          const [value, label] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={value} value={value}>
              {label}
            </option>
          );
        })}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none mr-4 -ml-8 size-4 shrink-0 text-muted"
      />
    </span>
  );
}

export function SelectField({ label, error, hint, ...rest }: Texts & SelectProps) {
  return (
    <Field {...{ label, error, hint }}>{(control) => <Select {...rest} {...control} />}</Field>
  );
}
