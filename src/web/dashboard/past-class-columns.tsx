import type { PastClass } from '../../contract/timetable.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/data-table.tsx';
import { TextLink } from '../ui/text-link.tsx';

const oneLine = 'xl:whitespace-nowrap';

/** Those of the Classes tab, without what can be done with a class that is to come. */
export const pastClassColumns: Column<PastClass>[] = [
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
  { name: 'Came', cell: ({ came }) => came },
  {
    name: 'Missed',
    cell: ({ missed, excused, wasHeld }) => (
      <>
        {wasHeld === false ? <Badge tone="warning">Didn’t take place</Badge> : missed}
        {excused > 0 && <span className="text-muted text-sm"> and {excused} excused</span>}
      </>
    ),
  },
  { name: 'Unclear', cell: ({ unclear }) => unclear },
];
