import { useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../api.ts';
import { classNames } from '../ui/styles.ts';

/** Why what was pressed has not happened. What was said for want of a connection goes when there is one again. */
export function useRefusal() {
  const [refused, setRefused] = useState<{ words: string; isOffline: boolean }>();
  const isOffline = refused?.isOffline;
  useEffect(() => {
    if (!isOffline) return;
    const clear = () => setRefused(undefined);
    window.addEventListener('online', clear);
    return () => window.removeEventListener('online', clear);
  }, [isOffline]);
  return {
    problem: refused?.words,
    /** Answers the words. */
    refuse(error: Error): string {
      const words = errorMessage(error, error.message);
      setRefused({ words, isOffline: error instanceof ApiError && error.status === 0 });
      return words;
    },
    clear: () => setRefused(undefined),
  };
}

/** It takes the focus, since the button that had it may be gone. */
export function Refusal({ children, className }: { children: string; className?: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <p
      ref={words}
      role="alert"
      tabIndex={-1}
      className={classNames(
        'rounded-control border border-danger bg-danger-soft px-4 py-3 text-center font-medium text-danger text-sm',
        className,
      )}
    >
      {children}
    </p>
  );
}
