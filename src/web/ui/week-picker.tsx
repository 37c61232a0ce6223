import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface WeekPickerProps {
  canGoBack: boolean;
  canGoOn: boolean;
  onMove: (weeks: -1 | 1) => void;
  className: string;
  children: ReactNode;
}

export function WeekPicker({ canGoBack, canGoOn, onMove, className, children }: WeekPickerProps) {
  const arrow = { variant: 'quiet', size: 'slim', className: 'text-sm' } as const;
  return (
    <fieldset className={className}>
      <legend className="mx-auto mb-3 select-none text-balance text-center text-muted">
        {children}
      </legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-3">
        <Button {...arrow} disabled={!canGoBack} onClick={() => onMove(-1)}>
          <ArrowLeft aria-hidden className="size-4.5 shrink-0" />
          Earlier Week
        </Button>
        <Button {...arrow} disabled={!canGoOn} onClick={() => onMove(1)}>
          Later Week
          <ArrowRight aria-hidden className="size-4.5 shrink-0" />
        </Button>
      </div>
    </fieldset>
  );
}
