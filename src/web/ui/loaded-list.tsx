import type { ReactNode } from 'react';
import { formatTime } from '../../course/format-time.ts';
import { errorMessage } from '../api.ts';
import { now } from '../server-clock.ts';
import { Card } from './card.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { Spinner } from './spinner.tsx';
import { TextButton } from './text-link.tsx';

interface LoadedListProps {
  /** How many there are to show; undefined until it is known. */
  count: number | undefined;
  error: Error | null;
  onRetry: () => void;
  loadingText: string;
  failedText: string;
  emptyText: string;
  /** What to do about an empty list. */
  emptyAdvice?: ReactNode;
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

/** '5,039' */
export const formatCount = (count: number) => count.toLocaleString('en-US');

interface ListHeadProps {
  /** How many there are, once it is known. */
  count: string | undefined;
  search?: ReactNode;
  /** How old the list is, and how it is fetched again. */
  age?: ReactNode;
  children?: ReactNode;
}

/** What stands above a list: how to find something in it, how long it is, what to add. */
export function ListHead({ count, search, age, children }: ListHeadProps) {
  return (
    <div
      data-list-head
      className="mb-3 flex min-h-11 scroll-mt-2 flex-wrap items-center gap-x-4 gap-y-2"
    >
      {search}
      <p role="status" className="text-muted text-sm">
        {count}
      </p>
      {age}
      <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
    </div>
  );
}

interface ListAgeProps {
  /** Of TanStack Query, by the machine's clock. */
  query: {
    dataUpdatedAt: number;
    isFetching: boolean;
    isRefetchError: boolean;
    refetch: () => unknown;
  };
}

/** 'as of 9:02 AM PT · Refresh' */
export function ListAge({ query }: ListAgeProps) {
  const { dataUpdatedAt, isFetching, isRefetchError, refetch } = query;
  if (!dataUpdatedAt) return null;
  const updatedAt = new Date(now().getTime() - (Date.now() - dataUpdatedAt));
  return (
    <p className="text-muted text-sm">
      {isRefetchError && <span className="text-danger">Could not be refreshed, </span>}
      as of {formatTime(updatedAt)} ·{' '}
      <TextButton
        className="min-h-11 pointer-fine:min-h-0"
        aria-disabled={isFetching}
        onClick={() => !isFetching && refetch()}
      >
        {isFetching ? 'Refreshing…' : 'Refresh'}
      </TextButton>
    </p>
  );
}
