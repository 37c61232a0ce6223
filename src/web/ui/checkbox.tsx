import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** The browser's own checkbox with the portal's look. */
export function Checkbox({ label, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <span className="relative mt-2.5 grid size-6 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          disabled={disabled}
          className="absolute inset-0 appearance-none rounded-md border border-control bg-card checked:border-link checked:bg-link"
        />
        {checked && (
          <Check aria-hidden className="pointer-events-none relative size-4.5 stroke-3 text-card" />
        )}
      </span>
      <label htmlFor={id} className="min-h-11 flex-1 cursor-pointer py-2.5">
        {label}
      </label>
    </div>
  );
}
