import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Switch({ label, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-4">
      <label htmlFor={id} className="min-h-11 flex-1 cursor-pointer py-2.5">
        {label}
      </label>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="mt-2 h-7 w-12 shrink-0 rounded-full border border-control bg-control p-0.5 transition-colors data-[state=checked]:border-link data-[state=checked]:bg-link"
      >
        <Radix.Thumb className="block size-5.5 rounded-full bg-card transition-transform data-[state=checked]:translate-x-5" />
      </Radix.Root>
    </div>
  );
}
