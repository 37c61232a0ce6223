import type { ReactNode } from 'react';
import { HoverCard } from './hover-card.tsx';

interface CountCardProps {
  count: number;
  /** What is counted, for those who do not see the column. */
  of: string;
  children: ReactNode;
}

/** A number in a table that tells on a closer look what it counts. */
export function CountCard({ count, of, children }: CountCardProps) {
  return (
    <HoverCard
      className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-full font-semibold text-sm pointer-fine:min-h-7 max-xl:justify-start xl:-ml-1"
      trigger={
        <span className="min-w-9 rounded-full bg-neutral-soft px-2.5 py-0.5 text-center hover:bg-sky">
          {count}
          <span className="sr-only"> {of}</span>
        </span>
      }
    >
      {children}
    </HoverCard>
  );
}
