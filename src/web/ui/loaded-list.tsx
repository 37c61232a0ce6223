import type { ReactNode } from 'react';
import { errorMessage } from '../api.ts';
import { Card } from './card.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Spinner } from './spinner.tsx';

interface LoadedListProps {
  /** How many there are to show; undefined until it is known. */
  count: number | undefined;
  error: Error | null;
  onRetry: () => void;
  loadingText: string;
  failedText: string;
  emptyText: string;
  /** What to do about an empty list. */
  emptyAdvice?: string | undefined;
  children: ReactNode;
}

/** A list, or what is shown instead while it loads, when it cannot be loaded and when it is empty. */
export function LoadedList(props: LoadedListProps) {
  const { count, error, onRetry, loadingText, failedText, emptyText, emptyAdvice } = props;
  if (count === undefined && error) {
    const message = errorMessage(error, 'Something went wrong on our side. Please try again.');
    return <ErrorPanel title={failedText} message={message} onRetry={onRetry} />;
  }
  if (count === undefined) return <Spinner label={loadingText} className="mx-auto my-16" />;
  if (count > 0) return props.children;
  return (
    <Card className="py-12 text-center">
      <p className="font-semibold">{emptyText}</p>
      {emptyAdvice && <p className="mt-1 text-muted text-sm">{emptyAdvice}</p>}
    </Card>
  );
}

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
