import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './styles.ts';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
}

export function Checkbox(props: CheckboxProps) {
  const { label, checked, onChange, disabled = false, hint, error } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex items-start gap-3">
      <span className="relative mt-2.5 grid size-6 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          disabled={disabled}
          aria-describedby={note ? `${id}-note` : undefined}
          className="absolute inset-0 appearance-none rounded-md border border-control bg-card checked:border-link checked:bg-link disabled:bg-neutral-soft"
        />
        {checked && (
          <Check aria-hidden className="pointer-events-none relative size-4.5 stroke-3 text-card" />
        )}
      </span>
      <div className="flex-1">
        <label htmlFor={id} className="block min-h-11 cursor-pointer py-2.5">
          {label}
        </label>
        {note && (
          <p
            id={`${id}-note`}
            className={classNames('text-sm', error ? 'font-medium text-danger' : 'text-muted')}
          >
            {note}
          </p>
        )}
      </div>
    </div>
  );
}
