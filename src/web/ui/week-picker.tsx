import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface WeekArrowsProps {
  canGoBack: boolean;
  canGoOn: boolean;
  onMove: (weeks: -1 | 1) => void;
}

/** The week that is shown, between the ways to the others; above them where there is no room. */
export function WeekHead({ children, ...arrows }: WeekArrowsProps & { children: ReactNode }) {
  return (
    <div className="@container mb-3">
      <div className="grid grid-cols-2 items-center gap-x-3 gap-y-2 @lg:grid-cols-[auto_1fr_auto]">
        <div className="col-span-2 text-center @lg:order-1 @lg:col-span-1">{children}</div>
        <WeekArrows {...arrows} />
      </div>
    </div>
  );
}

/** The same ways under a sentence. */
export function WeekPicker({ children, ...arrows }: WeekArrowsProps & { children: ReactNode }) {
  return (
    <fieldset className="mt-6">
      <legend className="mx-auto mb-3 select-none text-balance text-center text-muted">
        {children}
      </legend>
      <div className="grid grid-cols-2 gap-3">
        <WeekArrows {...arrows} />
      </div>
    </fieldset>
  );
}

function WeekArrows({ canGoBack, canGoOn, onMove }: WeekArrowsProps) {
  return (
    <>
      <Button
        variant="outline"
        size="slim"
        className={arrow}
        disabled={!canGoBack}
        onClick={() => onMove(-1)}
      >
        <ArrowLeft aria-hidden className="size-4.5 shrink-0" />
        Earlier week
      </Button>
      <Button
        variant="outline"
        size="slim"
        className={`${arrow} @lg:order-2`}
        disabled={!canGoOn}
        onClick={() => onMove(1)}
      >
        Later week
        <ArrowRight aria-hidden className="size-4.5 shrink-0" />
      </Button>
    </>
  );
}

const arrow = 'scroll-mb-28 text-sm';
