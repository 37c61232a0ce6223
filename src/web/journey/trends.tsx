import type { Trends } from '../../contract/journey.ts';
import { formatMonthDay, WEEKDAYS } from '../../course/format-time.ts';
import { useApiQuery } from '../api.ts';
import { Card } from '../ui/card.tsx';
import { countOf, formatCount, LoadedList } from '../ui/loaded-list.tsx';
import { describeAge } from './group-texts.ts';
import { Bar, Line, Shade, Table, type TableProps } from './pictures.tsx';

export function TrendsSection() {
  const { data, error, refetch } = useApiQuery('GET /api/admin/journey/trends');
  return (
    <section aria-labelledby="trends" className="mt-10">
      <h2 id="trends" className="mb-3 font-semibold text-lg">
        The last 12 weeks
      </h2>
      {data?.countedAt && (
        <p className="-mt-2.5 mb-3 text-muted text-sm">{describeAge(data.countedAt)}</p>
      )}
      <LoadedList count={data && 1} query={{ error, refetch }} what="the trends">
        {data && <Pictures {...data} />}
      </LoadedList>
    </section>
  );
}

const rateOf = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function percentOf(part: number, whole: number): string {
  const rate = rateOf(part, whole);
  return rate === null ? '–' : `${Math.round(100 * rate)}%`;
}

function Pictures({ weeks, funnel, instructors, slots }: Trends) {
  const tables = [
    funnelTable(funnel),
    instructorTable(instructors),
    slotTable(
      'No-shows by day and time',
      slots,
      ({ missed, expected }) => rateOf(missed, expected) ?? 0,
      (share) => `${Math.round(100 * share)}%`,
    ),
    slotTable(
      'Students per class',
      slots,
      ({ registered, classes }) => registered / classes,
      (average) => average.toLocaleString('en-US', { maximumFractionDigits: 1 }),
    ),
  ];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card className="min-w-0 lg:col-span-2 print:shadow-none">
        <Line
          caption="Attendance by week"
          points={weeks.map(({ week, came, expected }) => [
            formatMonthDay(week),
            rateOf(came, expected),
          ])}
        />
        <Table {...weekTable(weeks)} />
      </Card>
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map((table) => (
          <Card key={table.caption} className="min-w-0 print:shadow-none">
            <Table {...table} />
          </Card>
        ))}
    </div>
  );
}

const weekColumns = [
  ['No-shows', 'missed'],
  ['Excused', 'excused'],
  ['Attendance unknown', 'unclear'],
  ['Makeups scheduled', 'makeups'],
  ['Registrations', 'registrations'],
  ['Sign-ins', 'signIns'],
  ['Texts delivered', 'textsDelivered'],
  ['Texts not confirmed', 'textsSent'],
  ['Texts failed', 'textsFailed'],
  ['Emails sent', 'emailsSent'],
  ['Emails failed', 'emailsFailed'],
] as const;

function weekTable(weeks: Trends['weeks']): TableProps {
  const columns = weekColumns.filter(([, fact]) => weeks.some((week) => week[fact] > 0));
  return {
    caption: 'Week by week',
    className: 'whitespace-nowrap',
    heads: ['Week of', 'Attendance', ...columns.map(([name]) => name)],
    rows: weeks
      .toReversed()
      .map(({ came, expected, ...week }, ago) => [
        ago === 0 ? 'This week' : formatMonthDay(week.week),
        `${percentOf(came, expected)} (${came} of ${expected})`,
        ...columns.map(([, fact]) => formatCount(week[fact])),
      ]),
  };
}

const stepNames: Record<Trends['funnel'][number]['step'], string> = {
  joined: 'Joined in the past year',
  chose: 'Chose class times',
  'first-class': 'Attended a class',
  weekly: 'Finished the weekly classes',
  finished: 'Finished the course',
};

function funnelTable(steps: Trends['funnel']): TableProps {
  const all = steps[0]?.reached ?? 0;
  return {
    caption: 'How far students get',
    heads: ['Step', 'Students'],
    rows: steps.map(({ step, reached, days }, at) => {
      const before = steps[at - 1];
      const detail =
        before && `${percentOf(reached, before.reached)} of the step above${describeDays(days)}`;
      const bar = { share: rateOf(reached, all), value: formatCount(reached), detail };
      return [stepNames[step], <Bar key={step} {...bar} />];
    }),
  };
}

function describeDays(days: number | null): string {
  if (days === null) return '';
  return `, typically ${countOf(Math.round(days), 'day')} later`;
}

function instructorTable(instructors: Trends['instructors']): TableProps {
  return {
    caption: 'Attendance by instructor',
    heads: ['Instructor', 'Attendance'],
    rows: instructors.map(({ name, classes, came, expected }) => [
      name,
      <Bar
        key={name}
        share={rateOf(came, expected)}
        value={percentOf(came, expected)}
        detail={`${formatCount(came)} of ${formatCount(expected)} attended, ${countOf(classes, 'class', 'classes')}`}
      />,
    ]),
  };
}

type Slot = Trends['slots'][number];

function slotTable(
  caption: string,
  slots: Slot[],
  read: (slot: Slot) => number,
  format: (value: number) => string,
): TableProps {
  const highest = Math.max(...slots.map(read));
  const days = WEEKDAYS.filter((name) => slots.some(({ day }) => day === name));
  const times = [...new Set(slots.map(({ time }) => time))];
  const cellOf = (slot: Slot) => (
    <Shade strength={rateOf(read(slot), highest)}>{format(read(slot))}</Shade>
  );
  return {
    caption,
    className: 'whitespace-nowrap',
    heads: ['Time (PT)', ...days.map((day) => day.slice(0, 3))],
    rows: times.map((time) => [
      time.replace(/:00| PT/g, ''),
      ...days.map((day) => {
        const slot = slots.find((one) => one.day === day && one.time === time);
        return slot && cellOf(slot);
      }),
    ]),
  };
}
