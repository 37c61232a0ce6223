import { type AuditKind, auditKinds } from '../../contract/audit-actions.ts';
import type { AuditSearch } from '../../contract/history.ts';
import { readCalendarDate } from '../../course/calendar-date.ts';
import { useTypedAddress } from '../ui/list-address.ts';

const typedFields = ['about', 'by', 'from', 'to'] as const;

/** Search fields that can be set only in the URL, for example by a link on a person's page. */
export const idFields = ['person', 'actor', 'class'] as const;

/** The search and page number are in the URL, so that Back restores them. */
export function useAuditSearch() {
  const list = useTypedAddress(typedFields);
  const { stored } = list;
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
  return { filter, list };
}

function readId(text: string | null): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
}
