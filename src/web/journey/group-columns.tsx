import type { JourneyPerson } from '../../contract/journey.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { fullName } from '../../course/full-name.ts';
import type { JourneyGroup } from '../../course/journey-groups.ts';
import type { Column } from '../ui/data-table.tsx';
import { emailColumn, nameColumn, phoneColumn } from '../ui/person-columns.tsx';
import { type Ticks, tickColumn } from '../ui/ticks.tsx';
import { groupTexts } from './group-texts.ts';

export function groupColumns(group: JourneyGroup, ticks: Ticks): Column<JourneyPerson>[] {
  const [, sinceWhat] = groupTexts[group];
  return [
    {
      ...tickColumn('Select', ticks, (person: JourneyPerson) => (
        <span className="sr-only">Select {fullName(person)}</span>
      )),
      className: 'print:hidden',
    },
    { ...nameColumn, isSortable: true },
    emailColumn(),
    phoneColumn,
    {
      name: sinceWhat,
      cell: ({ since }) => since && showDay(since),
      card: 'more',
      className: 'lg:whitespace-nowrap',
    },
    {
      name: 'Next class',
      cell: ({ nextClass }) =>
        nextClass && (
          <>
            Class {nextClass.classNumber} · {showDay(nextClass.startTime)},{' '}
            {formatTime(new Date(nextClass.startTime))}
          </>
        ),
      card: 'more',
      cardLabel: 'Next:',
    },
    { name: 'Missed', cell: ({ missed }) => missed || null, isSortable: true, card: 'more' },
    {
      name: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt ? showDay(lastSignInAt) : 'Never'),
      card: 'more',
      className: 'lg:whitespace-nowrap',
    },
  ];
}

const showDay = (instant: string) => formatCompactDate(new Date(instant));
