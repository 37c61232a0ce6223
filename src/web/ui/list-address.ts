import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Sort } from './data-table.tsx';

/** Returns 1 for anything that isn't a page number. */
export function readPage(text: string | null): number {
  return /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1;
}

/** For example, 'email', or '-last-name' for descending order. */
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

type Changes = Record<string, string | null>;

export function changeAddress(address: URLSearchParams, changes: Changes): URLSearchParams {
  const changed = new URLSearchParams(address);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** Keeps a list's state in the URL, so that Back, reloads and shared links show the same page. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const change = (changes: Changes, options?: { replace: boolean }) =>
    setAddress((before) => changeAddress(before, changes), options);
  return {
    page: readPage(address.get('page')),
    cursors: readCursors(address.get('before')),
    get: (name: string) => address.get(name),
    change,
    turnTo: (page: number) => change(pageAt(page)),
    filter: (name: string, value: string | null) => change({ [name]: value, ...firstPage }),
  };
}

export type ListAddress = ReturnType<typeof useListAddress>;

const pageAt = (page: number) => ({ page: page === 1 ? null : String(page) });
const firstPage = { page: null, before: null };

/** Reads the cursors of the second page through the current page, for example '812-790'. */
function readCursors(text: string | null): number[] {
  const cursors = text?.split('-').map(Number) ?? [];
  return cursors.every((cursor) => Number.isSafeInteger(cursor) && cursor > 0) ? cursors : [];
}

/** Browsers limit how often the URL may change, and not every keystroke should start a query. */
const debounceMs = 250;

export function useTypedAddress<Name extends string>(names: readonly Name[]) {
  const list = useListAddress();
  const eachField = <Value>(read: (name: Name) => Value) =>
    Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Value>;
  const stored = eachField((name) => list.get(name) ?? '');
  const storedText = JSON.stringify(stored);
  const [typed, setTyped] = useState(stored);
  const [lastStored, setLastStored] = useState(storedText);
  const [isPending, setPending] = useState(false);
  // The URL has changed, for example through Back. If this hook changed it, keep the typed text with its spaces.
  if (storedText !== lastStored) {
    setLastStored(storedText);
    setPending(false);
    setTyped((last) =>
      eachField((name) => (last[name].trim() === stored[name] ? last : stored)[name]),
    );
  }
  const store = (changes: Changes, options?: { replace: boolean }) => {
    setPending(false);
    list.change({ ...eachField((name) => typed[name].trim() || null), ...changes }, options);
  };
  const storeLater = useEffectEvent(() => store(firstPage, { replace: true }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke restarts the timer
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(storeLater, debounceMs);
    return () => clearTimeout(timer);
  }, [typed, isPending]);
  const type = (name: Name, text: string) => {
    setTyped((last) => ({ ...last, [name]: text }));
    setPending(true);
  };
  const field = (name: Name) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => type(name, target.value),
  });
  return { ...list, stored, typed, isPending, store, type, field };
}

export function useSearchAddress() {
  const { stored, typed, isPending, store, type, ...list } = useTypedAddress(['search']);
  return {
    ...list,
    typed: typed.search,
    type: (text: string) => type('search', text),
    /** The search and page in the URL. While the user types, `typed` and `page` are newer. */
    stored: stored.search.trim(),
    storedPage: list.page,
    page: isPending ? 1 : list.page,
    turnTo: (page: number) => store(pageAt(page)),
  };
}
