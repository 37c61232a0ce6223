import type { ReactNode } from 'react';

interface ListHeadProps {
  /** How many there are, once it is known. */
  count: string | undefined;
  search?: ReactNode;
  children?: ReactNode;
}

/** What stands above a list: how to find something in it, how long it is, what to add. */
export function ListHead({ count, search, children }: ListHeadProps) {
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      {search}
      <p role="status" className="text-muted text-sm">
        {count}
      </p>
      <div className="ml-auto">{children}</div>
    </div>
  );
}
