import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../contract/history.ts';
import { TIMELINE_KINDS, type TimelineKind } from '../../contract/words.ts';
import { formatCompactDate, formatTime, keepTimesWhole } from '../../course/format-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import { now } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatPhone } from '../ui/contact.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { classNames } from '../ui/styles.ts';
import { TextButton, TextLink } from '../ui/text-link.tsx';
import type { useTimeline } from './queries.ts';

const kinds = Object.entries(TIMELINE_KINDS) as [TimelineKind, string][];

/** The filter that the address has; undefined for everything. */
export function useTimelineKind(): TimelineKind | undefined {
  const chosen = useListAddress().get('kind');
  return kinds.find(([kind]) => kind === chosen)?.[0];
}

interface TimelineProps {
  kind: TimelineKind | undefined;
  query: ReturnType<typeof useTimeline>;
  /** What can be done about an entry. */
  renderAction?: (entry: TimelineEntry) => ReactNode;
}

/** Everything that happened to a person, newest first. */
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
        error={error}
        onRetry={refetch}
        loadingText="Loading what happened…"
        failedText="What happened could not be loaded"
        emptyText="Nothing yet"
        emptyAdvice={kind && 'Choose All to see everything that happened.'}
      >
        <ol className="border-line border-l-2 pl-4">
          {entries?.map((entry) => (
            <Entry key={entry.key} entry={entry}>
              {renderAction?.(entry)}
            </Entry>
          ))}
        </ol>
        {hasNextPage && (
          <>
            <Button
              variant="outline"
              size="small"
              className="mt-4 print:hidden"
              pending={isFetchingNextPage}
              pendingText="Loading…"
              onClick={() => fetchNextPage()}
            >
              Show older
            </Button>
            <p className="mt-3 hidden print:block">There is more before this.</p>
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
            'min-h-11 text-sm pointer-fine:min-h-8',
            kind === chosen && 'font-semibold text-ink no-underline',
          )}
          onClick={() => list.change({ kind: kind ?? null })}
        >
          {name}
        </TextButton>
      ))}
    </fieldset>
  );
}

interface EntryProps {
  entry: TimelineEntry;
  children: ReactNode;
}

function Entry({ entry, children }: EntryProps) {
  const { at, title, details, changes, by, classId, isProblem } = entry;
  const time = new Date(at);
  return (
    <li className="pb-4 wrap-anywhere last:pb-0 print:break-inside-avoid">
      <p className="text-muted text-sm">
        <time dateTime={at}>
          {formatCompactDate(time)}, <span className="whitespace-nowrap">{formatTime(time)}</span>
        </time>
        {/* Not by a clock that ticks: what was done since its last tick is not to come. */}
        {time > now() && ' (to come)'}
        {by && <> · by {by}</>}
      </p>
      <p className={classNames('font-medium', isProblem && 'text-warning')}>{title}</p>
      {details.map((line, index) => (
        <p key={line} className="whitespace-pre-line text-muted text-sm">
          {/* The first line of what is about a class says when it is. */}
          {index === 0 && classId ? (
            <TextLink href={pathOfClass(classId)}>{line}</TextLink>
          ) : (
            showPhones(keepTimesWhole(line))
          )}
        </p>
      ))}
      {changes.length > 0 && (
        <dl className="text-sm">
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt className="inline text-muted">{field}: </dt>
              <dd className="inline">
                {before === '–' ? '' : `${showPhones(before)} → `}
                {showPhones(after)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </li>
  );
}

const showPhones = (text: string) => text.replace(/\+1\d{10}\b/g, formatPhone);
