import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface FailureNoteProps {
  /** What went wrong and why, in a few words. */
  children: ReactNode;
  /** Absent for those who may look but not act, and where nothing can be tried again. */
  onRetry?: (() => void) | undefined;
  pending?: boolean;
  /** What would be tried again, for those who do not see the row. */
  about?: string;
}

/** Something the portal tried to do by itself and could not, said where it is missed. */
export function FailureNote({ children, onRetry, pending = false, about }: FailureNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 mt-1">
      <span className="max-w-72 whitespace-normal rounded-control bg-warning-soft px-2.5 py-1 text-sm text-warning wrap-anywhere">
        {children}
      </span>
      {onRetry && (
        <Button variant="outline" size="small" pending={pending} onClick={onRetry}>
          <span>
            Retry<span className="sr-only">, {about}</span>
          </span>
        </Button>
      )}
    </div>
  );
}
