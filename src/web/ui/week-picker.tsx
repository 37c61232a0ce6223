import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface WeekPickerProps {
  /** The sentence above the arrows. */
  children: ReactNode;
  canGoBack: boolean;
  onMove: (weeks: -1 | 1) => void;
}

export function WeekPicker({ children, canGoBack, onMove }: WeekPickerProps) {
  return (
    <fieldset className="mt-6">
      <legend className="mx-auto mb-3 select-none text-balance text-center text-muted">
        {children}
      </legend>
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="outline"
          className={arrow}
          disabled={!canGoBack}
          onClick={() => onMove(-1)}
        >
          <ArrowLeft aria-hidden className="size-5 shrink-0" />
          <span>
            Previous<span className="sr-only"> week</span>
          </span>
        </Button>
        <Button variant="outline" className={arrow} onClick={() => onMove(1)}>
          <span>
            Next<span className="sr-only"> week</span>
          </span>
          <ArrowRight aria-hidden className="size-5 shrink-0" />
        </Button>
      </div>
    </fieldset>
  );
}

const arrow = 'scroll-mb-28 px-3';
