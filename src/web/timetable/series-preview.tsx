import type { PlannedClass } from '../../course/class-series.ts';
import { hasStarted } from '../../course/class-time.ts';
import type { SkippedDate } from '../../course/closed-dates.ts';
import { formatCompactDate, formatMonthDay, formatTime } from '../../course/format-time.ts';
import { now } from '../server-clock.ts';

export interface FailedClass extends PlannedClass {
  reason: string;
}

interface SeriesPreviewProps {
  plan: PlannedClass[];
  /** Days of the series on which there are no classes. */
  skipped: SkippedDate[];
  /** Undefined unless the classes are being created. */
  createdCount: number | undefined;
  isRest: boolean;
}

/** The classes that will be created. */
export function SeriesPreview({ plan, skipped, createdCount, isRest }: SeriesPreviewProps) {
  if (plan.length + skipped.length === 0) return null;
  const words = plan.length === 1 ? 'class' : 'classes';
  return (
    <section aria-label="Preview" className="rounded-control bg-neutral-soft px-4 py-3">
      <p className="mb-1 font-semibold text-sm" role="status">
        {createdCount === undefined
          ? `${plan.length} ${isRest ? 'other ' : ''}${words} will be created`
          : `${createdCount} of ${plan[0]?.totalCount} created`}
      </p>
      <ol className="grid gap-x-4 text-[0.8125rem]/6 sm:grid-cols-2">
        {plan.map(({ weekIndex, startsAt }) => (
          <li key={weekIndex}>
            {formatCompactDate(startsAt)} · {formatTime(startsAt)}
            {hasStarted(startsAt, now()) && <span className="text-danger"> (has passed)</span>}
          </li>
        ))}
      </ol>
      {skipped.map(({ date, name }) => (
        <p key={date} className="text-[0.8125rem]/6 text-warning">
          Skipped: {name}, {formatMonthDay(date)}
        </p>
      ))}
    </section>
  );
}

interface FailedClassesProps {
  createdCount: number;
  failed: FailedClass[];
}

/** The dialog stays open for these: with another time or instructor they may still come to be. */
export function FailedClasses({ createdCount, failed }: FailedClassesProps) {
  return (
    <div role="alert" className="rounded-control bg-danger-soft px-4 py-3 text-sm">
      <p className="font-semibold text-danger">{describeResult(createdCount, failed)}</p>
      {failed[0]?.totalCount !== 1 && (
        <ul className="mt-1">
          {failed.map(({ weekIndex, startsAt, reason }) => (
            <li key={weekIndex}>
              {formatCompactDate(startsAt)} at {formatTime(startsAt)}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function describeResult(createdCount: number, failed: FailedClass[]): string {
  const [first] = failed;
  if (first?.totalCount === 1) return first.reason;
  return `${createdCount} of ${createdCount + failed.length} classes were created, ${failed.length} failed.`;
}
