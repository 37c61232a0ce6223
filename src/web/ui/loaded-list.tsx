import type { UseQueryResult } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { formatTime } from '../../course/format-time.ts';
import { now } from '../server-clock.ts';
import { Empty } from './horizon.tsx';
import { LoadFailed } from './notice.tsx';
import { Spinner } from './spinner.tsx';
import { TextButton } from './text-link.tsx';

interface LoadedListProps {
  count: number | undefined;
  query: { error: Error | null; refetch: () => unknown };
  /** For example, 'the students'. */
  what: string;
  failedText?: string;
  emptyText?: string;
  emptyAdvice?: ReactNode;
  children: ReactNode;
}

export function LoadedList(props: LoadedListProps) {
  const { count, query, what, failedText, emptyText, emptyAdvice } = props;
  const { error, refetch } = query;
  if (count === undefined && error) {
    const title = failedText ?? `We couldn’t load ${what}`;
    return <LoadFailed title={title} error={error} onRetry={refetch} />;
  }
  if (count === undefined) return <Spinner label={`Loading ${what}…`} className="mx-auto my-16" />;
  if (count > 0) return props.children;
  return <Empty text={emptyText} advice={emptyAdvice} />;
}

export const formatCount = (count: number) => count.toLocaleString('en-US');

export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

interface ListHeadProps {
  count: string | undefined;
  search?: ReactNode;
  age?: ReactNode;
  children?: ReactNode;
}

export function ListHead({ count, search, age, children }: ListHeadProps) {
  return (
    <div
      data-list-head
      className="mb-2.5 flex min-h-9 scroll-mt-2 flex-wrap items-center gap-x-4 gap-y-2"
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

export function ListAge({ query }: { query: UseQueryResult }) {
  const { dataUpdatedAt, isFetching, isRefetchError, refetch } = query;
  if (!dataUpdatedAt) return null;
  // `dataUpdatedAt` uses the browser's clock, not the server's.
  const updatedAt = new Date(now().getTime() - (Date.now() - dataUpdatedAt));
  return (
    <p className="text-muted text-sm">
      {isRefetchError && (
        <span className="text-danger">We couldn’t refresh this list. You’re seeing it </span>
      )}
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

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Other filters. */
  children?: ReactNode;
}

export function SearchBox({ label, value, onChange, children }: SearchBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    box.current?.focus();
  };
  return (
    <search className="flex flex-wrap gap-x-4 gap-y-2 max-sm:w-full">
      <div className="relative w-full sm:w-[250px]">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
        />
        <input
          ref={box}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          aria-label={label}
          placeholder={label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          // In a dialog, Enter would submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="min-h-11 w-full rounded-control border border-line-strong bg-card pr-11 pl-9 placeholder-shown:pr-2 placeholder:text-muted focus-visible:-outline-offset-2 pointer-fine:min-h-9 sm:text-sm"
        />
        {value !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-control text-muted hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
      {children}
    </search>
  );
}
