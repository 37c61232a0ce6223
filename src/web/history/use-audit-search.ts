import { useEffect, useEffectEvent, useState } from 'react';
import { type AuditKind, auditKinds } from '../../contract/audit-actions.ts';
import type { AuditSearch } from '../../contract/history.ts';
import { readCalendarDate } from '../../course/calendar-date.ts';
import { useListAddress } from '../ui/list-address.ts';

const typedFields = ['about', 'by', 'from', 'to'] as const;
export type TypedField = (typeof typedFields)[number];
type Typed = Record<TypedField, string>;

/** What a link from a person's or a class's page narrows the list to. */
export const idFields = ['person', 'actor', 'class'] as const;

const eachField = (read: (name: TypedField) => string) =>
  Object.fromEntries(typedFields.map((name) => [name, read(name)])) as Typed;

/** Browsers refuse to write an address with every letter, and the server is asked once for a word. */
const pauseMs = 250;

/** What is searched for and which page is shown stand in the address: Back from a person finds both again. */
export function useAuditSearch() {
  const list = useListAddress();
  const stored = eachField((name) => list.get(name) ?? '');
  const storedText = JSON.stringify(stored);
  const [typed, setTyped] = useState(stored);
  const [lastStored, setLastStored] = useState(storedText);
  // The address has changed: by Back, or by this hook, which stores what is typed without the space after a word.
  if (storedText !== lastStored) {
    setLastStored(storedText);
    setTyped((last) =>
      eachField((name) => (last[name].trim() === stored[name] ? last : stored)[name]),
    );
  }
  /** Another search begins with its first page. */
  const narrow = (changes: Record<string, string | null>, options?: { replace: boolean }) =>
    list.change({ ...changes, before: null }, options);
  const store = useEffectEvent(() => {
    const changes = typedFields.map((name) => [name, typed[name].trim() || null]);
    narrow(Object.fromEntries(changes), { replace: true });
  });
  const isPending = typedFields.some((name) => typed[name].trim() !== stored[name].trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: every letter begins the pause anew
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
  const marks = readMarks(list.get('before'));
  return {
    filter,
    before: marks.at(-1),
    page: marks.length + 1,
    typed,
    type: (name: TypedField, text: string) => setTyped((last) => ({ ...last, [name]: text })),
    narrow,
    turn(next: number | null) {
      const to = next === null ? marks.slice(0, -1) : [...marks, next];
      list.change({ before: to.join('-') || null });
      // The buttons are below the list, and the new page begins above it.
      window.scrollTo(0, 0);
    },
  };
}

function readId(text: string | null): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
}

/** Where each of the pages after the first begins, as in '812-790'. */
function readMarks(text: string | null): number[] {
  const marks = text?.split('-').map(Number) ?? [];
  return marks.every((mark) => Number.isSafeInteger(mark) && mark > 0) ? marks : [];
}
