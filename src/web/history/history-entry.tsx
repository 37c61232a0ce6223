import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEntry } from '../../contract/history.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { now } from '../server-clock.ts';
import { classNames } from '../ui/styles.ts';

interface HistoryEntryProps {
  at: string;
  /** The time of the entry above. Its date isn’t repeated. */
  above?: string | undefined;
  title: ReactNode;
  by?: ReactNode;
  changes: AuditEntry['changes'];
  isProblem?: boolean;
  details?: ReactNode;
  children?: ReactNode;
}

export function HistoryEntry(props: HistoryEntryProps) {
  const { at, above, title, by, changes, isProblem = false, details, children } = props;
  const time = new Date(at);
  const date = formatCompactDate(time);
  const isSameDay = above !== undefined && date === formatCompactDate(new Date(above));
  return (
    <li className="pb-3 wrap-anywhere last:pb-0 sm:grid sm:grid-cols-[9.5rem_1fr] sm:gap-x-4 print:break-inside-avoid">
      <p className="text-muted text-sm sm:pt-0.5">
        <time dateTime={at}>
          <span className={isSameDay ? 'sr-only' : 'font-medium text-ink sm:block'}>{date}</span>{' '}
          <span className="whitespace-nowrap">{formatTime(time)}</span>
        </time>
        {/* Don't use `useNow`, because it would label entries added since its last tick as upcoming. */}
        {time > now() && ' (upcoming)'}
      </p>
      <div>
        <p>
          <span className={classNames('font-medium', isProblem && 'text-warning')}>{title}</span>
          {by && (
            <span className="text-muted text-sm max-sm:block">
              <span className="max-sm:hidden"> · </span>
              {by}
            </span>
          )}
        </p>
        {details}
        {changes.length > 0 && (
          <dl className="text-sm">
            {changes.map(({ field, before, after }) => (
              <div key={field}>
                <dt className="inline text-muted">{field}: </dt>
                <dd className="inline">
                  {before && (
                    <>
                      <del className="no-underline">{before}</del>{' '}
                      <ArrowRight aria-hidden className="inline size-3.5" />
                      <span className="sr-only">changed to</span>{' '}
                    </>
                  )}
                  <ins className="no-underline">{after ?? 'none'}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
    </li>
  );
}
