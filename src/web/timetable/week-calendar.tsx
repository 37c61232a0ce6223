import { Link } from 'wouter';
import type { AdminClass } from '../../contract/timetable.ts';
import { addDays, addWeeks, readCalendarDate } from '../../course/calendar-date.ts';
import { formatDay, formatTime, formatWeek } from '../../course/format-time.ts';
import { pacificDate, pacificInstant, pacificWeekOf } from '../../course/pacific-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import type { ListAddress } from '../ui/list-address.ts';
import { WeekPicker } from '../ui/week-picker.tsx';
import { startOf } from './class-filters.tsx';

interface WeekCalendarProps {
  /** Sorted by start time. */
  classes: readonly AdminClass[];
  now: Date;
  list: ListAddress;
}

export function WeekCalendar({ classes, now, list }: WeekCalendarProps) {
  const first = pacificWeekOf(now);
  const last = pacificWeekOf(classes.map(startOf).at(-1) ?? now);
  const week = readCalendarDate(list.get('week') ?? '') ?? first;
  const days = Array.from({ length: 7 }, (_, index) => {
    const date = addDays(week, index);
    return { date, shown: classes.filter((each) => pacificDate(startOf(each)) === date) };
  });
  return (
    <>
      <WeekPicker
        canGoBack={week > first}
        canGoOn={week < last}
        className="mx-auto mt-3 mb-4 max-w-sm"
        onMove={(weeks) => list.change({ week: addWeeks(week, weeks) })}
      >
        <span aria-live="polite">
          {formatWeek(week)}
          {days.every(({ shown }) => shown.length === 0) && ': no classes'}
        </span>
      </WeekPicker>
      <ol aria-label="Classes by day" className="grid gap-2 text-sm md:grid-cols-7 md:max-lg:gap-1">
        {days.map(({ date, shown }) => (
          <li
            key={date}
            aria-current={date === pacificDate(now) ? 'date' : undefined}
            className="group min-w-0 max-md:not-has-[a]:hidden"
          >
            <h2 className="py-2 font-semibold group-aria-[current=date]:text-link">
              {formatDay(pacificInstant(date, 12, 0))}
            </h2>
            {shown.map(renderClass)}
          </li>
        ))}
      </ol>
    </>
  );
}

function renderClass(courseClass: AdminClass) {
  const { id, instructorFirstName, registrationCount } = courseClass;
  return (
    <Link
      key={id}
      href={pathOfClass(id)}
      className="mt-1 flex min-h-11 flex-wrap items-center gap-x-2 rounded-control border border-line bg-card px-2.5 py-1 hover:bg-sky pointer-fine:min-h-9 md:max-lg:px-1"
    >
      <span className="font-semibold md:w-full">{formatTime(startOf(courseClass))}</span>{' '}
      <span className="wrap-anywhere min-w-0">{instructorFirstName ?? 'TBA'}</span>{' '}
      <span className="ml-auto font-semibold">
        {registrationCount}
        <span className="sr-only"> registered</span>
      </span>
    </Link>
  );
}
