import { type ReactNode, useCallback } from 'react';

export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div ref={useBarHeight()} className="foot-bar pointer-events-none mt-auto animate-rise-in pt-6">
      <div className="pointer-events-auto rounded-t-card border border-line border-b-0 bg-card px-5 pt-3 pb-5 shadow-floating">
        {children}
      </div>
    </div>
  );
}

/** Sets `--bar-height`, so that toasts and scrolled-to elements stay clear of the bar. */
export function useBarHeight(isShown = true) {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (!bar || !isShown) return undefined;
      const root = document.documentElement.style;
      const measure = () => {
        const isStuck = getComputedStyle(bar).position === 'sticky';
        root.setProperty('--bar-height', isStuck ? `${bar.offsetHeight}px` : '0px');
      };
      const observer = new ResizeObserver(measure);
      observer.observe(bar);
      return () => {
        observer.disconnect();
        root.removeProperty('--bar-height');
      };
    },
    [isShown],
  );
}
