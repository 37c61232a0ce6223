import type { JourneyPerson } from '../../contract/journey.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import type { JourneyGroup } from '../../course/journey-groups.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import type { Column } from '../ui/data-table.tsx';
import { emailColumn, nameColumn, phoneColumn } from '../ui/person-columns.tsx';
import type { Ticks } from './group-actions.tsx';
import { groupTexts } from './group-texts.ts';

export function groupColumns(group: JourneyGroup, ticks: Ticks): Column<JourneyPerson>[] {
  return [
    {
      name: 'Select',
      cell: ({ id, firstName, lastName }) => (
        <Checkbox
          label={
            <span className="sr-only">
              Select {firstName} {lastName}
            </span>
          }
          checked={ticks.isTicked(id)}
          onChange={(value) => ticks.tick([id], value)}
        />
      ),
      card: 'title',
      className: 'print:hidden',
    },
    { ...nameColumn, isSortable: true },
    emailColumn(),
    phoneColumn,
    {
      name: groupTexts[group].since,
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
