import { keepPreviousData } from '@tanstack/react-query';
import { type SubmitEvent, useId, useRef } from 'react';
import { type ApiArguments, type Endpoint, freshQuery } from '../api.ts';
import { SmallButton } from './button.tsx';
import type { ListAddress } from './list-address.ts';
import { classNames } from './styles.ts';

interface PagerProps {
  page: number;
  pages: number;
  onTurn: (page: number) => void;
}

export function Pager({ page, pages, onTurn }: PagerProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turnTo = (target: number) => {
    onTurn(target);
    clearTimeout(timer.current);
    timer.current = setTimeout(showListTop, doubleClickMs);
  };
  const button = (text: string, target: number, isEnabled: boolean) => (
    <SmallButton variant="plain" disabled={!isEnabled} onClick={() => turnTo(target)}>
      {text}
    </SmallButton>
  );
  const isFirst = page <= 1;
  const isLast = page >= pages;
  const isLong = pages > 2;
  return (
    <nav
      aria-label="Pages"
      className="mt-4 flex flex-wrap items-center justify-end gap-x-3 gap-y-2"
    >
      {isLong && <GoToPage pages={pages} onGo={turnTo} />}
      <p
        aria-live="polite"
        className={classNames('text-muted text-sm', !isLong && 'mr-auto sm:mr-0')}
      >
        Page {page} of {pages}
      </p>
      <div
        className={classNames(
          'flex flex-wrap justify-between gap-1.5 sm:gap-3',
          isLong && 'max-sm:w-full',
        )}
      >
        {isLong && button('First', 1, !isFirst)}
        {button('Previous', page - 1, !isFirst)}
        {button('Next', page + 1, !isLast)}
        {isLong && button('Last', pages, !isLast)}
      </div>
    </nav>
  );
}

/** Scrolling is delayed by this much, so that the second click of a double click doesn't hit something else. */
const doubleClickMs = 300;

function showListTop(): void {
  const top = document.querySelector('[data-list-head]');
  if (top && top.getBoundingClientRect().top < 0) top.scrollIntoView();
}

function GoToPage({ pages, onGo }: { pages: number; onGo: (page: number) => void }) {
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = Number(new FormData(event.currentTarget).get('page'));
    event.currentTarget.reset();
    if (wanted >= 1) onGo(Math.min(Math.floor(wanted), pages));
  };
  return (
    <form noValidate onSubmit={submit} className="mr-auto flex items-center gap-2">
      <label htmlFor={id} className="text-muted text-sm">
        Go to page
      </label>
      <input
        id={id}
        name="page"
        inputMode="numeric"
        autoComplete="off"
        className="min-h-11 w-16 rounded-control border border-line-strong bg-card px-2.5 text-sm pointer-fine:min-h-9"
      />
      <SmallButton type="submit">Go</SmallButton>
    </form>
  );
}

interface CursorPagerProps {
  list: ListAddress;
  /** The cursor of the next page, or null on the last page. */
  next: number | null | undefined;
  isStale: boolean;
}

export function CursorPager({ list, next, isStale }: CursorPagerProps) {
  const { cursors } = list;
  const turn = (to: number[]) => {
    list.change({ before: to.join('-') || null });
    window.scrollTo(0, 0);
  };
  const button = (text: string, to: number[] | undefined) => (
    <SmallButton variant="plain" disabled={!to} onClick={() => to && turn(to)}>
      {text}
    </SmallButton>
  );
  return (
    <nav aria-label="Pages" className="mt-4 flex items-center justify-end gap-3">
      <p aria-live="polite" className="mr-auto text-muted text-sm sm:mr-0">
        Page {cursors.length + 1}
      </p>
      {button('Newer', cursors.length > 0 ? cursors.slice(0, -1) : undefined)}
      {button('Older', next && !isStale ? [...cursors, next] : undefined)}
    </nav>
  );
}

export function pagedQuery<E extends Endpoint>(endpoint: E, ...input: ApiArguments<E>) {
  return { ...freshQuery(endpoint, ...input), placeholderData: keepPreviousData };
}

/** Clamps `wanted` to the existing pages. */
export function pageOf<Row>(list: readonly Row[], wanted: number, size: number) {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = Math.min(Math.max(wanted, 1), pages);
  return { rows: list.slice((page - 1) * size, page * size), page, pages };
}
