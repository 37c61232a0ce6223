import { useEffect, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import type { PastClass, PastClassSearch } from '../../contract/timetable.ts';
import { readCalendarDate } from '../../course/calendar-date.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { PAGES, pathOfClass } from '../../course/pages.ts';
import { apiUrl } from '../api.ts';
import { usePastClasses } from '../timetable/queries.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { TextField } from '../ui/field.tsx';
import { changeAddress } from '../ui/list-address.ts';
import { LoadedList } from '../ui/loaded-list.tsx';
import { StaffPageHead } from '../ui/page-layout.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { TextLink } from '../ui/text-link.tsx';

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
type Filters = Record<(typeof fields)[number], string>;

const debounceMs = 250;

/** The search and page number are in the URL, so that Back restores them. */
function useFilters() {
  const [address, setAddress] = useSearchParams();
  const [filters, setFilters] = useState(
    () => Object.fromEntries(fields.map((name) => [name, address.get(name) ?? ''])) as Filters,
  );
  useEffect(() => {
    const apply = (last: URLSearchParams) => {
      const typed = fields.map((name): [string, string] => [name, filters[name].trim()]);
      if (typed.every(([name, text]) => text === (last.get(name) ?? ''))) return last;
      // Leave out the cursors, so that a new search starts on the first page.
      return [['view', 'past'], ...typed.filter(([, text]) => text !== '')];
    };
    const timer = setTimeout(() => setAddress(apply, { replace: true }), debounceMs);
    return () => clearTimeout(timer);
  }, [filters, setAddress]);
  const day = (name: 'from' | 'to') => readCalendarDate(address.get(name) ?? '') ?? undefined;
  const search: PastClassSearch = {
    from: day('from'),
    to: day('to'),
    instructor: address.get('instructor') ?? '',
    student: address.get('student') ?? '',
  };
  const marks = readMarks(address.get('before'));
  const turn = (to: number[]) => {
    setAddress((last) => changeAddress(last, { before: to.join('-') || null }), { replace: true });
    window.scrollTo(0, 0);
  };
  return { filters, setFilters, search, marks, turn };
}

/** Reads the cursors of the pages from the second to the current one, for example '812-790'. */
function readMarks(text: string | null): number[] {
  const marks = text?.split('-').map(Number) ?? [];
  return marks.every((mark) => Number.isSafeInteger(mark) && mark > 0) ? marks : [];
}

function PastClasses() {
  const { filters, setFilters, search, marks, turn } = useFilters();
  const before = marks.at(-1);
  const { data, error, refetch, isPlaceholderData } = usePastClasses({ ...search, before });
  const next = data?.next ?? null;
  const typed = (name: keyof Filters) => ({
    value: filters[name],
    onChange: (event: { target: { value: string } }) =>
      setFilters((last) => ({ ...last, [name]: event.target.value })),
  });
  return (
    <>
      <search className="mb-4 grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
        <TextField label="Student" placeholder="Name or email" {...text} {...typed('student')} />
        <TextField label="Instructor" placeholder="Name" {...text} {...typed('instructor')} />
        <TextField label="From" type="date" {...typed('from')} />
        <TextField label="To" type="date" {...typed('to')} />
      </search>
      <p className="mb-3 text-right">
        <a
          href={apiUrl('GET /api/admin/attendance.csv', { query: search })}
          download
          className={buttonStyles({ variant: 'outline', size: 'small' })}
        >
          Download CSV
        </a>
      </p>
      <LoadedList
        count={data?.classes.length}
        error={error}
        onRetry={refetch}
        loadingText="Loading past classes…"
        failedText="We couldn’t load the past classes"
        emptyText="No past classes found"
      >
        <DataTable
          caption="Past classes"
          columns={pastClassColumns}
          rows={data?.classes ?? []}
          isStale={isPlaceholderData}
        />
        <nav aria-label="Pages" className="mt-4 flex items-center justify-end gap-3">
          <p aria-live="polite" className="mr-auto text-muted text-sm sm:mr-0">
            Page {marks.length + 1}
          </p>
          <Button
            variant="outline"
            size="small"
            disabled={marks.length === 0}
            onClick={() => turn(marks.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            variant="outline"
            size="small"
            disabled={next === null || isPlaceholderData}
            onClick={() => next !== null && turn([...marks, next])}
          >
            Older
          </Button>
        </nav>
      </LoadedList>
    </>
  );
}

const text = { autoComplete: 'off', spellCheck: false, maxLength: 200 };

const oneLine = 'xl:whitespace-nowrap';

const pastClassColumns: Column<PastClass>[] = [
  {
    name: 'Date',
    cell: ({ id, startTime }) => (
      <TextLink href={pathOfClass(id)}>{formatCompactDate(new Date(startTime))}</TextLink>
    ),
    onPhone: 'title',
    className: oneLine,
  },
  {
    name: 'Time',
    cell: ({ startTime }) => formatTime(new Date(startTime)),
    onPhone: 'title',
    className: oneLine,
  },
  {
    name: 'Type',
    cell: ({ classType }) => (
      <Badge tone={classType === 'Monthly' ? 'info' : 'neutral'}>{classType}</Badge>
    ),
  },
  {
    name: 'Instructor',
    cell: ({ instructorName }) => instructorName ?? <span className="text-muted">TBA</span>,
    className: 'wrap-anywhere xl:min-w-24',
  },
  { name: 'Registered', cell: ({ registered }) => registered },
  { name: 'Topic', cell: ({ topic }) => topic, className: 'xl:min-w-44' },
  { name: 'Attended', cell: ({ came }) => came },
  {
    name: 'Missed',
    cell: ({ missed, excused, wasHeld }) => (
      <>
        {wasHeld === false ? <Badge tone="warning">Not held</Badge> : missed}
        {excused > 0 && <span className="text-muted text-sm"> and {excused} excused</span>}
      </>
    ),
  },
  { name: 'Unknown', cell: ({ unclear }) => unclear },
];
