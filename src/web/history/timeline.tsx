import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../contract/history.ts';
import { TIMELINE_KINDS, type TimelineKind } from '../../contract/words.ts';
import { keepTimesWhole } from '../../course/format-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import { SmallButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { classNames } from '../ui/styles.ts';
import { TextButton, TextLink } from '../ui/text-link.tsx';
import { HistoryEntry } from './history-entry.tsx';
import type { useTimeline } from './queries.ts';

const listStyles = 'quiet-links border-line border-l-2 pl-4';
const kinds = Object.entries(TIMELINE_KINDS) as [TimelineKind, string][];

export function useTimelineKind(): TimelineKind | undefined {
  const chosen = useListAddress().get('kind');
  return kinds.find(([kind]) => kind === chosen)?.[0];
}

interface TimelineProps {
  kind: TimelineKind | undefined;
  query: ReturnType<typeof useTimeline>;
  renderAction?: ((entry: TimelineEntry) => ReactNode) | undefined;
}

export function Timeline({ kind, query, renderAction }: TimelineProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Card as="section" aria-labelledby="timeline-heading" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="timeline-heading" className="font-semibold">
          What happened
          {kind && <span className="hidden print:inline">: {TIMELINE_KINDS[kind]}</span>}
        </h2>
        <Filter kind={kind} />
      </div>
      <LoadedList
        count={entries?.length}
        query={{ error, refetch }}
        what="the history"
        emptyText="Nothing yet"
        emptyAdvice={kind && 'Choose All to see everything.'}
      >
        <TimelineList entries={entries ?? []} renderAction={renderAction} />
        {hasNextPage && (
          <>
            <SmallButton
              className="mt-4 print:hidden"
              pending={isFetchingNextPage}
              pendingText="Loading…"
              onClick={() => fetchNextPage()}
            >
              Show Older
            </SmallButton>
            <p className="mt-3 hidden print:block">Older entries aren’t shown here.</p>
          </>
        )}
      </LoadedList>
    </Card>
  );
}

function Filter({ kind: chosen }: { kind: TimelineKind | undefined }) {
  const list = useListAddress();
  const options: [TimelineKind | undefined, string][] = [[undefined, 'All'], ...kinds];
  return (
    <fieldset className="flex flex-wrap gap-x-4 print:hidden">
      <legend className="sr-only">Show</legend>
      {options.map(([kind, name]) => (
        <TextButton
          key={name}
          aria-pressed={kind === chosen}
          className={classNames(
            'no-underline! hover:underline! min-h-11 text-sm pointer-fine:min-h-8',
            kind === chosen ? 'font-semibold text-ink!' : 'text-muted!',
          )}
          onClick={() => list.change({ kind: kind ?? null })}
        >
          {name}
        </TextButton>
      ))}
    </fieldset>
  );
}

interface TimelineListProps extends Pick<TimelineProps, 'renderAction'> {
  entries: readonly TimelineEntry[];
}

export function TimelineList({ entries, renderAction }: TimelineListProps) {
  const renderRow = (entry: TimelineEntry, above: string | undefined) => (
    <TimelineRow key={entry.key} entry={entry} above={above}>
      {renderAction?.(entry)}
    </TimelineRow>
  );
  return (
    <ol className={listStyles}>
      {groupEntries(entries).map((group, at, groups) => {
        const [first] = group;
        const above = groups[at - 1]?.[0]?.at;
        if (!first) return null;
        if (group.length === 1) return renderRow(first, above);
        const entry = { ...first, title: titleOfGroup(group), details: [], changes: [] };
        return (
          <TimelineRow key={entry.key} entry={entry} above={above}>
            <details>
              <summary className="min-h-11 w-fit cursor-pointer content-center text-link text-sm pointer-fine:min-h-7 print:hidden">
                Show Each One
              </summary>
              <ol className={classNames(listStyles, 'mt-2')}>
                {group.map((one) => renderRow(one, first.at))}
              </ol>
            </details>
          </TimelineRow>
        );
      })}
    </ol>
  );
}

interface TimelineRowProps {
  entry: TimelineEntry;
  above: string | undefined;
  children: ReactNode;
}

function TimelineRow({ entry, above, children }: TimelineRowProps) {
  const { at, title, details, changes, by, classId, isProblem } = entry;
  return (
    <HistoryEntry
      {...{ at, above, title, changes, isProblem }}
      by={by && `by ${by}`}
      details={details.map((line, index) => (
        <p key={line} className="whitespace-pre-line text-muted text-sm">
          {/* In an entry about a class, the first line is the class time. */}
          {index === 0 && classId ? (
            <TextLink href={pathOfClass(classId)}>{line}</TextLink>
          ) : (
            keepTimesWhole(line)
          )}
        </p>
      ))}
    >
      {children}
    </HistoryEntry>
  );
}

const ofOneClass = /^Class \d+: /;
const plurals: Partial<Record<string, string>> = { 'time chosen': 'class times chosen' };

/** Groups entries if one person made the same change to several classes in the same minute. */
export function groupEntries(entries: readonly TimelineEntry[]): TimelineEntry[][] {
  const groups = new Map<string, TimelineEntry[]>();
  for (const entry of entries) {
    const { key, at, kind, by, title } = entry;
    const isOfClass = ofOneClass.test(title);
    const shared = isOfClass ? [at.slice(0, 16), kind, by, topicOf(title)].join() : key;
    groups.set(shared, [...(groups.get(shared) ?? []), entry]);
  }
  return [...groups.values()];
}

/** For example, '6 class times chosen' or '3 classes: rescheduled'. */
export function titleOfGroup(entries: readonly TimelineEntry[]): string {
  const topic = topicOf(entries[0]?.title ?? '');
  return `${entries.length} ${plurals[topic] ?? `classes: ${topic}`}`;
}

const topicOf = (title: string) => title.replace(ofOneClass, '');
