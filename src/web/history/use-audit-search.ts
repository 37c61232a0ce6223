import { useEffect, useEffectEvent, useState } from 'react';
import { type AuditKind, auditKinds } from '../../contract/audit-actions.ts';
import type { AuditSearch } from '../../contract/history.ts';
import { readCalendarDate } from '../../course/calendar-date.ts';
import { useListAddress } from '../ui/list-address.ts';

const typedFields = ['about', 'by', 'from', 'to'] as const;
export type TypedField = (typeof typedFields)[number];
type Typed = Record<TypedField, string>;

/** Search fields that can be set only in the URL, for example by a link on a person's page. */
export const idFields = ['person', 'actor', 'class'] as const;

const eachField = (read: (name: TypedField) => string) =>
  Object.fromEntries(typedFields.map((name) => [name, read(name)])) as Typed;

/** Browsers limit how often the URL may change, and the server should only be queried when typing pauses. */
const pauseMs = 250;

/** The search and page number are in the URL, so that Back restores them. */
export function useAuditSearch() {
  const list = useListAddress();
  const stored = eachField((name) => list.get(name) ?? '');
  const storedText = JSON.stringify(stored);
  const [typed, setTyped] = useState(stored);
  const [lastStored, setLastStored] = useState(storedText);
  // The URL has changed, either through Back or through this hook, which trims the typed text.
  if (storedText !== lastStored) {
    setLastStored(storedText);
    setTyped((last) =>
      eachField((name) => (last[name].trim() === stored[name] ? last : stored)[name]),
    );
  }
  const applyFilter = (changes: Record<string, string | null>, options?: { replace: boolean }) =>
    list.change({ ...changes, before: null }, options);
  const store = useEffectEvent(() => {
    const changes = typedFields.map((name) => [name, typed[name].trim() || null]);
    applyFilter(Object.fromEntries(changes), { replace: true });
  });
  const isPending = typedFields.some((name) => typed[name].trim() !== stored[name].trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke restarts the timer
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(store, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isPending]);

  const kind = list.get('kind') ?? '';
  const filter: Omit<AuditSearch, 'before'> = {
    kind: Object.hasOwn(auditKinds, kind) ? (kind as AuditKind) : undefined,
    about: stored.about,
    by: stored.by,
    from: readCalendarDate(stored.from) ?? undefined,
    to: readCalendarDate(stored.to) ?? undefined,
    person: readId(list.get('person')),
    actor: readId(list.get('actor')),
    class: readId(list.get('class')),
  };
  const cursors = readCursors(list.get('before'));
  return {
    filter,
    before: cursors.at(-1),
    page: cursors.length + 1,
    typed,
    type: (name: TypedField, text: string) => setTyped((last) => ({ ...last, [name]: text })),
    applyFilter,
    turn(next: number | null) {
      const to = next === null ? cursors.slice(0, -1) : [...cursors, next];
      list.change({ before: to.join('-') || null });
      window.scrollTo(0, 0);
    },
  };
}

function readId(text: string | null): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
}

/** Reads the cursors of the pages from the second to the current one, for example '812-790'. */
function readCursors(text: string | null): number[] {
  const cursors = text?.split('-').map(Number) ?? [];
  return cursors.every((cursor) => Number.isSafeInteger(cursor) && cursor > 0) ? cursors : [];
}
