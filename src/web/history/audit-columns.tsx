import { ArrowRight } from 'lucide-react';
import type { AuditEntry } from '../../contract/history.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import type { Column } from '../ui/data-table.tsx';
import { TextLink } from '../ui/text-link.tsx';

const ways: Partial<Record<NonNullable<AuditEntry['via']>, string>> = {
  text: 'by a text reply',
  'staff link': 'with a link that staff copied',
};

const tapHeight = 'inline-flex min-h-11 items-center lg:min-h-0';

export const auditColumns: Column<AuditEntry>[] = [
  {
    name: 'When',
    cell: ({ at }) => {
      const instant = new Date(at);
      return (
        <time dateTime={at}>
          {formatCompactDate(instant)}, {formatTime(instant)}
        </time>
      );
    },
    onPhone: 'line',
    className: 'max-lg:text-muted max-lg:text-sm lg:w-40',
  },
  {
    name: 'What',
    cell: ({ words, changes }) => (
      <>
        <p className="font-semibold lg:font-medium">{words}</p>
        <Changes changes={changes} />
      </>
    ),
    onPhone: 'subtitle',
    className: 'wrap-anywhere lg:min-w-72',
  },
  {
    name: 'Who',
    cell: ({ actor, via }) => (
      <>
        {actor.id === null ? (
          actor.name
        ) : (
          <TextLink href={pathOfPerson(actor.id)} className={tapHeight}>
            {actor.name}
          </TextLink>
        )}
        {via && ways[via] && <span className="block text-muted text-sm">{ways[via]}</span>}
      </>
    ),
    className: 'wrap-anywhere',
  },
  { name: 'About', cell: ({ subject }) => <Subject {...subject} />, className: 'wrap-anywhere' },
  {
    name: 'IP address',
    cell: ({ ip }) => ip ?? <span className="text-muted">none</span>,
    className: 'wrap-anywhere text-sm',
  },
];

function Subject({ name, personId, classId }: AuditEntry['subject']) {
  if (personId === null && classId === null) return name;
  const href = personId === null ? pathOfClass(classId ?? 0) : pathOfPerson(personId);
  return (
    <TextLink href={href} className={tapHeight}>
      {name}
    </TextLink>
  );
}

/** Each field in a line, with what it was before. */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return null;
  return (
    <ul className="text-muted text-sm">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}:{' '}
          {before !== null && (
            <>
              <del className="no-underline">{before}</del>{' '}
              <ArrowRight aria-hidden className="inline size-3.5" />
              <span className="sr-only">became</span>{' '}
            </>
          )}
          <ins className="text-ink no-underline">{after ?? 'none'}</ins>
        </li>
      ))}
    </ul>
  );
}
