import type { ReactNode } from 'react';

/** The one thing to do next, always in reach of the thumb. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none sticky bottom-0 z-10 -mx-5 -mb-10 mt-auto animate-rise-in pt-6">
      <div className="pointer-events-auto rounded-t-card border border-line border-b-0 bg-card px-5 pt-3 pb-5 shadow-floating">
        {children}
      </div>
    </div>
  );
}
