import { useEffect, useRef } from 'react';
import { classNames } from '../ui/styles.ts';

/** Why what was pressed has not happened. It takes the focus, since the button that had it may be gone. */
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
