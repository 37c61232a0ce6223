import type { ReactNode } from 'react';

/** The one thing to do next, always in reach of the thumb; the page fades out beneath it. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 -mb-10 mt-auto animate-rise-in bg-linear-to-t from-70% from-page to-transparent px-5 pt-8 pb-5">
      {children}
    </div>
  );
}
