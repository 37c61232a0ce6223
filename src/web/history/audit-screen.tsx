import { useQuery } from '@tanstack/react-query';
import { type AuditKind, auditKinds } from '../../contract/audit-actions.ts';
import type { AuditEntry, AuditSearch } from '../../contract/history.ts';
import { readCalendarDate } from '../../course/calendar-date.ts';
import { pathOfClass, pathOfPerson } from '../../course/pages.ts';
import { apiUrl } from '../api.ts';
import { DownloadLink, SmallButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateRange } from '../ui/date-picker.tsx';
import { type Option, SelectField, TextField } from '../ui/field.tsx';
import { useTypedAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { CursorPager, pagedQuery } from '../ui/pager.tsx';
import { classNames } from '../ui/styles.ts';
import { TapLink } from '../ui/text-link.tsx';
import { HistoryEntry } from './history-entry.tsx';

const kinds: Option[] = [['', 'Everything'], ...Object.entries(auditKinds)];

const typedFields = ['about', 'by', 'from', 'to'] as const;
/** The page has no fields for these filters. Links set them, for example the Audit link on a person's page. */
const idFields = ['person', 'actor', 'class'] as const;
const filterLabels = { person: 'Only about', actor: 'Only by', class: 'Only the class on' };

export function AuditScreen() {
  const { stored, field, ...list } = useTypedAddress(typedFields);
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
  const { data, error, refetch, isPlaceholderData } = useQuery(
    pagedQuery('GET /api/admin/audit', { query: { ...filter, before: list.cursors.at(-1) } }),
  );
  return (
    <>
      <StaffPageHead title="Audit">
        Who did what, and when. No one can edit these entries, but erasing a person removes their
        name and details here too.
      </StaffPageHead>
      <search className="relative mb-4 grid grid-cols-2 items-end gap-x-4 gap-y-3 lg:grid-cols-5">
        <TextField label="About" placeholder="Name or email" {...text} {...field('about')} />
        <TextField label="Done by" placeholder="Name" {...text} {...field('by')} />
        <div className="max-lg:col-span-2">
          <SelectField
            label="What happened"
            options={kinds}
            value={filter.kind ?? ''}
            onChange={({ target }) => list.filter('kind', target.value || null)}
          />
        </div>
        <DateRange {...list} />
      </search>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        {idFields.map((name) => {
          if (filter[name] === undefined || !data?.named[name]) return null;
          return (
            <SmallButton key={name} onClick={() => list.filter(name, null)}>
              {filterLabels[name]} {data.named[name]} · Show All
            </SmallButton>
          );
        })}
        <DownloadLink
          href={apiUrl('GET /api/admin/audit.csv', { query: filter })}
          className="ml-auto"
        >
          Download CSV
        </DownloadLink>
      </div>
      <LoadedList
        count={error && !isPlaceholderData ? undefined : data?.entries.length}
        query={{ error, refetch }}
        what="the audit log"
        emptyText="Nothing found"
        emptyAdvice="No entries match your search. Try changing or clearing it."
      >
        <Card
          aria-busy={isPlaceholderData}
          className={classNames(isPlaceholderData && 'opacity-60 transition-opacity delay-150')}
        >
          <ol aria-label="Audit log" className="border-line border-l-2 pl-4">
            {data?.entries.map((entry) => (
              <AuditRow key={entry.id} {...entry} />
            ))}
          </ol>
        </Card>
        <CursorPager list={list} next={data?.next} isStale={isPlaceholderData} />
      </LoadedList>
    </>
  );
}

function readId(text: string | null): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined;
}

const text = { autoComplete: 'off', spellCheck: false, maxLength: 200 };

const channels: Partial<Record<NonNullable<AuditEntry['via']>, string>> = {
  text: 'by text reply',
  'staff link': 'with a link copied by staff',
};

function AuditRow({ at, actor, via, words, subject, changes, ip }: AuditEntry) {
  const { personId, classId } = subject;
  const subjectPath =
    (personId && pathOfPerson(personId)) || (classId && pathOfClass(classId)) || null;
  return (
    <HistoryEntry
      at={at}
      title={
        // Someone who acted for themselves is named once, as the one who did it.
        personId && personId === actor.id ? (
          words
        ) : (
          <>
            {words} · <MaybeLink href={subjectPath}>{subject.name}</MaybeLink>
          </>
        )
      }
      by={
        <>
          <MaybeLink href={actor.id && pathOfPerson(actor.id)}>{actor.name}</MaybeLink>
          {via && channels[via] && ` ${channels[via]}`}
          {ip && ` · ${ip}`}
        </>
      }
      changes={changes}
    />
  );
}

function MaybeLink({ href, children }: { href: string | 0 | null; children: string }) {
  return href ? <TapLink href={href}>{children}</TapLink> : children;
}
