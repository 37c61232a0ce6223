import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Sort } from './data-table.tsx';

/** Returns 1 for anything that isn't a page number. */
export function readPage(text: string | null): number {
  return /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1;
}

/** For example, returns 'email', or '-last-name' for descending order. */
export function writeSort({ column, direction }: Sort): string {
  return (direction === 'descending' ? '-' : '') + slugOf(column);
}

export function readSort(text: string | null, columns: readonly string[]): Sort | undefined {
  const slug = text?.replace(/^-/, '');
  const column = columns.find((name) => slugOf(name) === slug);
  if (column === undefined) return undefined;
  return { column, direction: text?.startsWith('-') ? 'descending' : 'ascending' };
}

const slugOf = (column: string) => column.toLowerCase().replaceAll(' ', '-');

/** The new value of each parameter. Null removes the parameter. */
type Changes = Record<string, string | null>;

export function changeAddress(address: URLSearchParams, changes: Changes): URLSearchParams {
  const changed = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** The state of a list, kept in the URL so that Back, reloads and shared links show the same page. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const change = (changes: Changes, options?: { replace: boolean }) =>
    setAddress((before) => changeAddress(before, changes), options);
  return {
    page: readPage(address.get('page')),
    get: (name: string) => address.get(name),
    change,
    turnTo: (page: number) => change(pageAt(page)),
    /** Sets a filter and goes back to the first page. */
    filter: (name: string, value: string | null) => change({ [name]: value, ...pageAt(1) }),
  };
}

const pageAt = (page: number) => ({ page: page === 1 ? null : String(page) });

/** Browsers limit how often the URL may change, and the server shouldn't be queried on every keystroke. */
const debounceMs = 250;

/** A list with a search box. The search text goes into the URL when typing pauses. */
export function useSearchAddress() {
  const list = useListAddress();
  const stored = list.get('search') ?? '';
  const [typed, setTyped] = useState(stored);
  const [isPending, setPending] = useState(false);
  const [lastStored, setLastStored] = useState(stored);
  // The URL has changed, either through Back or through this hook.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke restarts the timer
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(store, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, isPending]);
  return {
    ...list,
    typed,
    type: (text: string) => {
      setTyped(text);
      setPending(true);
    },
    /** The search and page in the URL. While the user types, `typed` and `page` are newer. */
    stored: stored.trim(),
    storedPage: list.page,
    page: isPending ? 1 : list.page,
    turnTo: (page: number) => turnTo(page),
  };
}
