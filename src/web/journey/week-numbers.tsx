import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Printer } from 'lucide-react';
import type { AttendanceRate, WeekNumbers } from '../../contract/journey.ts';
import { addDays, addWeeks, readCalendarDate } from '../../course/calendar-date.ts';
import { formatCalendarDate } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { apiQuery } from '../api.ts';
import { now } from '../server-clock.ts';
import { BarTable } from '../ui/bar-table.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { useListAddress } from '../ui/list-address.ts';
import { formatCount, LoadedList } from '../ui/loaded-list.tsx';

export function WeekSection() {
  const address = useListAddress();
  const thisWeek = pacificWeekOf(now());
  const requested = readCalendarDate(address.get('week') ?? '') ?? undefined;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery('GET /api/admin/journey/week', { query: { week: requested } }),
    placeholderData: keepPreviousData,
  });
  const week = data && !isPlaceholderData ? data.week : (requested ?? addWeeks(thisWeek, -1));
  const go = (to: string) =>
    address.change({ week: to === addWeeks(thisWeek, -1) ? null : to }, { replace: true });
  const lastDay = addDays(week, 6);
  return (
    <section aria-labelledby="week" className="mt-10">
      <h2 id="week" className="font-semibold text-lg">
        Weekly numbers
      </h2>
      <p aria-live="polite" className="mt-0.5 mb-3 text-muted text-sm print:text-[black]">
        {formatCalendarDate(week)} to {formatCalendarDate(lastDay)}
        {data && !data.isOver && ' (in progress)'}
      </p>
      <div className="mb-4 flex flex-wrap items-end gap-2 print:hidden">
        <Button variant="outline" size="small" onClick={() => go(addWeeks(week, -1))}>
          <ArrowLeft aria-hidden className="size-4" />
          Previous Week
        </Button>
        <Button
          variant="outline"
          size="small"
          disabled={week >= thisWeek}
          onClick={() => go(addWeeks(week, 1))}
        >
          Next Week
          <ArrowRight aria-hidden className="size-4" />
        </Button>
        <div className="w-44">
          <TextField
            label="Week of"
            type="date"
            value={week}
            max={addDays(thisWeek, 6)}
            onChange={(event) => {
              const day = readCalendarDate(event.target.value);
              if (day) go(day);
            }}
          />
        </div>
        <Button variant="ghost" size="small" className="sm:ml-auto" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          Print
        </Button>
      </div>
      <LoadedList
        count={data && 1}
        error={error}
        onRetry={refetch}
        loadingText="Loading the week…"
        failedText="We couldn’t load this week’s numbers"
        emptyText=""
      >
        {data && <Numbers numbers={data} />}
      </LoadedList>
    </section>
  );
}

function Numbers({ numbers }: { numbers: WeekNumbers }) {
  const { classes, instructors, texts, mails } = numbers;
  const facts = [
    ['Attendance', showRate(classes)],
    ['No-shows', formatCount(classes.missed)],
    ['Excused', formatCount(classes.excused)],
    ['Attendance unknown', formatCount(classes.unclear)],
    ['Makeups scheduled', formatCount(numbers.makeups)],
    ['Registrations', formatCount(numbers.registrations)],
    ['Sign-ins', formatCount(numbers.signIns)],
  ] as const;
  return (
    <>
      <dl className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end rounded-card border border-line bg-card px-4 py-3 print:border-line-strong"
          >
            <dt className="text-muted text-sm print:text-[black]">{name}</dt>
            <dd className="font-display text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid items-start gap-4 lg:grid-cols-3 print:grid-cols-2">
        <AttendanceBars rates={instructors} />
        <MessageBars
          caption="Texts"
          counts={[
            ['Delivered', texts.delivered],
            ['Sent, not confirmed yet', texts.sent],
            ['Failed', texts.failed],
            ['Waiting', texts.waiting],
          ]}
        />
        <MessageBars
          caption="Emails"
          counts={[
            ['Sent', mails.sent],
            ['Failed', mails.failed],
            ['Waiting', mails.waiting],
          ]}
        />
      </div>
    </>
  );
}

type PlotProps = Parameters<typeof BarTable>[0] & { emptyText: string };

function Plot({ emptyText, ...table }: PlotProps) {
  return (
    <Card className="print:border-line-strong print:p-3 print:shadow-none">
      <BarTable {...table} />
      {table.bars.length === 0 && <p className="text-muted text-sm">{emptyText}</p>}
    </Card>
  );
}

const rateOf = ({ came, expected }: { came: number; expected: number }) =>
  expected === 0 ? null : came / expected;

function showRate(counted: { came: number; expected: number }): string {
  const rate = rateOf(counted);
  return rate === null ? '–' : `${Math.round(100 * rate)}%`;
}

function AttendanceBars({ rates }: { rates: AttendanceRate[] }) {
  const bars = rates.map(({ name, classes, came, expected }) => ({
    name,
    share: rateOf({ came, expected }),
    value: showRate({ came, expected }),
    detail: `${formatCount(came)} of ${formatCount(expected)} attended, ${classes === 1 ? '1 class' : `${classes} classes`}`,
  }));
  const emptyText = 'No classes have been held this week.';
  const caption = 'Attendance by instructor';
  return <Plot {...{ caption, bars, emptyText }} heads={['Instructor', 'Attendance']} />;
}

interface MessageBarsProps {
  caption: string;
  counts: [name: string, count: number][];
}

function MessageBars({ caption, counts }: MessageBarsProps) {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const bars = counts.map(([name, count]) => ({
    name,
    share: count / total,
    value: formatCount(count),
  }));
  const shown = total === 0 ? [] : bars;
  return (
    <Plot {...{ caption, bars: shown }} heads={['Status', caption]} emptyText="None this week." />
  );
}
