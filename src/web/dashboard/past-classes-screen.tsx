import { useQuery } from '@tanstack/react-query';
import { Redirect, useSearchParams } from 'wouter';
import type { PastClass, PastClassSearch } from '../../contract/timetable.ts';
import { readCalendarDate } from '../../course/calendar-date.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { PAGES, pathOfClass } from '../../course/pages.ts';
import { apiUrl } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { DownloadLink } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { DateRange } from '../ui/date-picker.tsx';
import { TextField } from '../ui/field.tsx';
import { useTypedAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { CursorPager, pagedQuery } from '../ui/pager.tsx';
import { TapLink } from '../ui/text-link.tsx';
import { typeColumn } from './class-columns.tsx';

export function PastClassesScreen() {
  const [address] = useSearchParams();
  if (address.get('view') !== 'past') return <Redirect to={PAGES.admin} replace />;
  return (
    <>
      <StaffPageHead title="Past classes">See who attended and who didn’t</StaffPageHead>
      <PastClasses />
    </>
  );
}

const fields = ['from', 'to', 'instructor', 'student'] as const;

function PastClasses() {
  const { stored, field, ...list } = useTypedAddress(fields);
  const search: PastClassSearch = {
    ...stored,
    from: readCalendarDate(stored.from) ?? undefined,
    to: readCalendarDate(stored.to) ?? undefined,
  };
  const { data, error, refetch, isPlaceholderData } = useQuery(
    pagedQuery('GET /api/admin/past-classes', {
      query: { ...search, before: list.cursors.at(-1) },
    }),
  );
  return (
    <>
      <search className="relative mb-4 grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
        <TextField label="Student" placeholder="Name or email" {...text} {...field('student')} />
        <TextField label="Instructor" placeholder="Name" {...text} {...field('instructor')} />
        <DateRange {...list} />
      </search>
      <p className="mb-3 text-right">
        <DownloadLink href={apiUrl('GET /api/admin/attendance.csv', { query: search })}>
          Download CSV
        </DownloadLink>
      </p>
      <LoadedList
        count={data?.classes.length}
        query={{ error, refetch }}
        what="the past classes"
        emptyText="No past classes found"
      >
        <DataTable
          caption="Past classes"
          columns={pastClassColumns}
          rows={data?.classes ?? []}
          isStale={isPlaceholderData}
        />
        <CursorPager list={list} next={data?.next} isStale={isPlaceholderData} />
      </LoadedList>
    </>
  );
}

const text = { autoComplete: 'off', spellCheck: false, maxLength: 200 };

const pastClassColumns: Column<PastClass>[] = [
  {
    name: 'Date',
    cell: ({ id, startTime }) => (
      <TapLink href={pathOfClass(id)}>{formatCompactDate(new Date(startTime))}</TapLink>
    ),
    card: 'title',
    className: 'xl:whitespace-nowrap',
  },
  {
    name: 'Time',
    cell: ({ startTime }) => formatTime(new Date(startTime)),
    card: 'title',
    className: 'xl:whitespace-nowrap',
  },
  typeColumn,
  {
    name: 'Instructor',
    cell: ({ instructorName }) => instructorName ?? <span className="text-muted">TBA</span>,
    className: 'wrap-anywhere xl:min-w-24',
  },
  { name: 'Registered', cell: ({ registered }) => registered, card: 'more' },
  { name: 'Topic', cell: ({ topic }) => topic, className: 'xl:min-w-44' },
  { name: 'Attended', cell: ({ came }) => came, card: 'more' },
  {
    name: 'Missed',
    card: 'more',
    cell: ({ missed, excused, wasHeld }) => (
      <>
        {wasHeld === false ? <Badge tone="warning">Not held</Badge> : missed}
        {excused > 0 && <span className="text-muted text-sm"> and {excused} excused</span>}
      </>
    ),
  },
  { name: 'Unknown', cell: ({ unclear }) => unclear || null, card: 'more' },
];
