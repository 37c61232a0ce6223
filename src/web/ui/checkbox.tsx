import { Check } from 'lucide-react';
import { Checkbox as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Checkbox({ label, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={(state) => onChange(state === true)}
        disabled={disabled}
        className="mt-2.5 grid size-6 shrink-0 place-items-center rounded-md border border-control bg-card data-[state=checked]:border-link data-[state=checked]:bg-link"
      >
        <Radix.Indicator>
          <Check aria-hidden className="size-4.5 stroke-3 text-card" />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id} className="min-h-11 flex-1 cursor-pointer py-2.5">
        {label}
      </label>
    </div>
  );
}
