import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { classNames } from './styles.ts';

interface FoldProps {
  id?: string;
  heading: ReactNode;
  children: ReactNode;
  /** Keeps the state of a fold that may be mounted again. */
  state?: [isOpen: boolean, setOpen: (isOpen: boolean) => void] | undefined;
}

export function Fold({ id, heading, children, state }: FoldProps) {
  const detailsId = useId();
  const ownState = useState(false);
  const [isOpen, setOpen] = state ?? ownState;
  return (
    <>
      <h2 id={id} tabIndex={-1}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-3 rounded-control py-1.5 text-left"
        >
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 leading-tight">
            {heading}
          </span>
          <ChevronDown
            aria-hidden
            className={classNames(
              'size-5 shrink-0 text-muted transition-transform',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <div id={detailsId} className={classNames('pb-3', !isOpen && 'hidden noscript:block')}>
        {children}
      </div>
    </>
  );
}
