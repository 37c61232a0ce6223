import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Sort } from './data-table.tsx';

/** The page in an address, 1 for everything that is no page. */
export function readPage(text: string | null): number {
  return /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1;
}

/** 'email', or '-last-name' for the other direction. */
export function writeSort({ column, direction }: Sort): string {
  return (direction === 'descending' ? '-' : '') + slugOf(column);
}

/** Undefined for everything that is none of the columns. */
export function readSort(text: string | null, columns: readonly string[]): Sort | undefined {
  const slug = text?.replace(/^-/, '');
  const column = columns.find((name) => slugOf(name) === slug);
  if (column === undefined) return undefined;
  return { column, direction: text?.startsWith('-') ? 'descending' : 'ascending' };
}

const slugOf = (column: string) => column.toLowerCase().replaceAll(' ', '-');

/** Null takes something out of the address. */
type Changes = Record<string, string | null>;

export function changeAddress(address: URLSearchParams, changes: Changes): URLSearchParams {
  const changed = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/**
 * Where somebody is in a list. It is kept in the address: Back goes to the page before, and a reload or whoever is
 * sent the address finds the same page.
 */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const change = (changes: Changes, options?: { replace: boolean }) =>
    setAddress((before) => changeAddress(before, changes), options);
  return {
    page: readPage(address.get('page')),
    get: (name: string) => address.get(name),
    change,
    turnTo: (page: number) => change(pageAt(page)),
    /** Other rows, or in another order, begin with their first page. */
    filter: (name: string, value: string | null) => change({ [name]: value, ...pageAt(1) }),
  };
}

const pageAt = (page: number) => ({ page: page === 1 ? null : String(page) });

/** Browsers refuse to write an address with every letter, and the server is asked once for a word. */
const pauseMs = 250;

/** A list with a search box: what is typed there comes into the address once typing has paused. */
export function useSearchAddress() {
  const list = useListAddress();
  const stored = list.get('search') ?? '';
  const [typed, setTyped] = useState(stored);
  const [isPending, setPending] = useState(false);
  const [lastStored, setLastStored] = useState(stored);
  // The address has changed: by this hook, which stores what is typed, or by Back.
  if (stored !== lastStored) {
    setLastStored(stored);
    setTyped(stored);
    setPending(false);
  }
  const turnTo = (page: number, options?: { replace: boolean }) => {
    setPending(false);
    list.change({ search: typed || null, ...pageAt(page) }, options);
  };
  const store = useEffectEvent(() => turnTo(1, { replace: true }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter begins the pause anew
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(store, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isPending]);
  return {
    ...list,
    typed,
    type: (text: string) => {
      setTyped(text);
      setPending(true);
    },
    /** The search that the address has, and its page; `typed` and `page` are ahead of them while somebody types. */
    stored: stored.trim(),
    storedPage: list.page,
    page: isPending ? 1 : list.page,
    turnTo: (page: number) => turnTo(page),
  };
}
