import { Link } from 'wouter';
import type { AdminClass } from '../../contract/timetable.ts';
import { addDays, addWeeks, readCalendarDate } from '../../course/calendar-date.ts';
import { formatDay, formatTime, formatWeek } from '../../course/format-time.ts';
import { pacificDate, pacificInstant, pacificWeekOf } from '../../course/pacific-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import type { useListAddress } from '../ui/list-address.ts';
import { WeekPicker } from '../ui/week-picker.tsx';
import { hourOf, startOf } from './filter-classes.ts';

const dayOf = (courseClass: AdminClass) => pacificDate(startOf(courseClass));

interface WeekCalendarProps {
  /** Sorted by start time. */
  classes: readonly AdminClass[];
  now: Date;
  list: ReturnType<typeof useListAddress>;
}

/** A table of hours and days. On phones, `order` turns the same cells into a list by day. */
export function WeekCalendar({ classes, now, list }: WeekCalendarProps) {
  const first = pacificWeekOf(now);
  const last = pacificWeekOf(classes.map(startOf).at(-1) ?? now);
  const week = readCalendarDate(list.get('week') ?? '') ?? first;
  const days = Array.from({ length: 7 }, (_, index) => addDays(week, index));
  const shown = classes.filter((each) => days.includes(dayOf(each)));
  const hours = [...new Set(shown.map(hourOf))].toSorted();
  return (
    <>
      <div className="mx-auto -mt-3 mb-4 max-w-sm">
        <WeekPicker
          canGoBack={week > first}
          canGoOn={week < last}
          onMove={(weeks) => list.change({ week: addWeeks(week, weeks) })}
        >
          <span aria-live="polite">
            {formatWeek(week)}
            {shown.length === 0 && ': no classes'}
          </span>
        </WeekPicker>
      </div>
      <table className="w-full table-fixed text-left text-sm max-md:flex max-md:flex-col">
        <caption className="sr-only">Classes by day and time</caption>
        <thead className="max-md:contents">
          <tr className="max-md:contents">
            <td className="w-24 max-md:hidden" />
            {days.map((day, index) => (
              <th
                key={day}
                scope="col"
                data-empty={shown.every((each) => dayOf(each) !== day)}
                aria-current={day === pacificDate(now) ? 'date' : undefined}
                style={{ order: index * 100 }}
                className="px-1 py-2 font-semibold aria-[current=date]:text-link max-md:data-[empty=true]:hidden"
              >
                {formatDay(pacificInstant(day, 12, 0))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:contents">
          {hours.map((hour, row) => (
            <tr key={hour} className="border-line border-t max-md:contents">
              <th scope="row" className="py-2 font-normal text-muted max-md:hidden">
                {formatTime(
                  pacificInstant(week, Number.parseInt(hour, 10), Number(hour.slice(-2))),
                )}
              </th>
              {days.map((day, index) => (
                <td
                  key={day}
                  style={{ order: index * 100 + row + 1 }}
                  className="py-1 align-top max-md:empty:hidden md:px-1"
                >
                  {shown
                    .filter((each) => dayOf(each) === day && hourOf(each) === hour)
                    .map(renderClass)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function renderClass(courseClass: AdminClass) {
  const { id, instructorFirstName, registrationCount } = courseClass;
  return (
    <Link
      key={id}
      href={pathOfClass(id)}
      className="flex min-h-11 not-first:mt-1 items-center gap-x-2 rounded-control border border-line bg-card px-2.5 hover:bg-sky pointer-fine:min-h-9"
    >
      <span className="font-semibold md:sr-only">{formatTime(startOf(courseClass))} </span>
      <span className="wrap-anywhere min-w-0">{instructorFirstName ?? 'TBA'}</span>
      <span className="ml-auto font-semibold">
        {registrationCount}
        <span className="sr-only"> registered</span>
      </span>
    </Link>
  );
}
