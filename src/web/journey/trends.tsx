import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Trends } from '../../contract/journey.ts';
import { type DayOfWeek, formatMonthDay, WEEKDAYS } from '../../course/format-time.ts';
import { apiQuery } from '../api.ts';
import { BarTable } from '../ui/bar-table.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount, LoadedList } from '../ui/loaded-list.tsx';

export function TrendsSection() {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/admin/journey/trends'));
  return (
    <section aria-labelledby="trends" className="mt-10">
      <h2 id="trends" className="mb-3 font-semibold text-lg">
        The last 12 weeks
      </h2>
      <LoadedList
        count={data?.slots.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading the trends…"
        failedText="We couldn’t load the trends"
        emptyText="No classes have been held in the last 12 weeks"
        emptyAdvice="After your first class, you’ll see attendance trends here."
      >
        {data && (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <Picture>
              <AttendanceLine weeks={data.weeks} />
            </Picture>
            <Picture>
              <Funnel steps={data.funnel} />
            </Picture>
            <Picture>
              <SlotGrid
                caption="No-shows by day and time"
                slots={data.slots}
                shareOf={({ missed, expected }) => (expected === 0 ? 0 : missed / expected)}
                format={(share) => `${Math.round(100 * share)}%`}
              />
            </Picture>
            <Picture>
              <SlotGrid
                caption="Students per class"
                slots={data.slots}
                shareOf={({ registered, classes }) => registered / classes}
                format={(average) => average.toLocaleString('en-US', { maximumFractionDigits: 1 })}
              />
            </Picture>
          </div>
        )}
      </LoadedList>
    </section>
  );
}

const Picture = ({ children }: { children: ReactNode }) => (
  <Card className="min-w-0 print:border-line-strong print:shadow-none">{children}</Card>
);

const percentOf = (part: number, whole: number) =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`;

/** A line with one point per week. Weeks without classes have no point. The table is for screen readers. */
function AttendanceLine({ weeks }: Pick<Trends, 'weeks'>) {
  const points = weeks.flatMap(({ week, expected, came }, index) =>
    expected === 0
      ? []
      : { week, x: (100 * (index + 0.5)) / weeks.length, y: 100 - (100 * came) / expected },
  );
  return (
    <figure>
      <figcaption className="pb-2 font-semibold">Attendance by week</figcaption>
      <div className="flex gap-2 text-muted text-xs">
        <div aria-hidden className="flex h-36 flex-col justify-between text-right">
          <span>100%</span>
          <span>50%</span>
          <span>0%</span>
        </div>
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-36 w-full overflow-visible border-line border-y text-accent print:text-[black] forced-colors:text-[CanvasText]"
        >
          <polyline
            points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
          {points.map(({ week, x, y }) => (
            // A zero-length line with round caps stays a circle when the chart is stretched.
            <path
              key={week}
              d={`M${x} ${y}h0`}
              stroke="currentColor"
              strokeWidth="8"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          ))}
        </svg>
      </div>
      <div aria-hidden className="flex justify-between pt-1 pl-10 text-muted text-xs">
        <span>{formatMonthDay(weeks[0]?.week ?? '')}</span>
        <span>{formatMonthDay(weeks.at(-1)?.week ?? '')}</span>
      </div>
      <table className="sr-only">
        <caption>Attendance by week</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Attendance</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, expected, came }) => (
            <tr key={week}>
              <th scope="row">{formatMonthDay(week)}</th>
              <td>
                {percentOf(came, expected)} ({came} of {expected})
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const stepNames: Record<Trends['funnel'][number]['step'], string> = {
  joined: 'Joined in the past year',
  chose: 'Chose class times',
  'first-class': 'Attended a class',
  weekly: 'Finished the weekly classes',
  finished: 'Finished the course',
};

function Funnel({ steps }: { steps: Trends['funnel'] }) {
  const all = steps[0]?.reached ?? 0;
  const bars = steps.map(({ step, reached, days }, at) => {
    const before = steps[at - 1];
    return {
      name: stepNames[step],
      share: all === 0 ? null : reached / all,
      value: formatCount(reached),
      detail: before
        ? `${percentOf(reached, before.reached)} of the step above${describeDays(days)}`
        : '',
    };
  });
  return <BarTable caption="How far students get" heads={['Step', 'Students']} bars={bars} />;
}

function describeDays(days: number | null): string {
  if (days === null) return '';
  const rounded = Math.round(days);
  return `, typically ${rounded === 1 ? '1 day' : `${formatCount(rounded)} days`} later`;
}

type Slot = Trends['slots'][number];

interface SlotGridProps {
  caption: string;
  slots: Slot[];
  shareOf: (slot: Slot) => number;
  format: (share: number) => string;
}

/** A heat map that is a table, so everyone can read the numbers. Darker cells have higher numbers. */
function SlotGrid({ caption, slots, shareOf, format }: SlotGridProps) {
  const highest = Math.max(...slots.map(shareOf));
  const days = WEEKDAYS.filter((name: DayOfWeek) => slots.some(({ day }) => day === name));
  const times = [...new Set(slots.map(({ time }) => time))];
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-center text-sm">
        <caption className="pb-2 text-left font-semibold text-base">{caption}</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="pr-2 text-left font-normal">
              Time
            </th>
            {days.map((day) => (
              <th key={day} scope="col" className="px-1 font-normal">
                <abbr title={day} className="no-underline">
                  {day.slice(0, 3)}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time) => (
            <tr key={time}>
              <th scope="row" className="whitespace-nowrap pr-2 text-left font-normal">
                {time}
              </th>
              {days.map((day) => {
                const slot = slots.find((one) => one.day === day && one.time === time);
                const share = slot && shareOf(slot);
                const strength = share && highest > 0 ? Math.round((45 * share) / highest) : 0;
                return (
                  <td
                    key={day}
                    className="h-9 border-2 border-card"
                    style={{
                      background: `color-mix(in srgb, var(--color-accent) ${strength}%, transparent)`,
                    }}
                  >
                    {share === undefined ? '' : format(share)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
