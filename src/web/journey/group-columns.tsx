import type { JourneyPerson } from '../../contract/journey.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import type { JourneyGroup } from '../../course/journey-groups.ts';
import { pathOfPerson } from '../../course/pages.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { emailColumn, phoneColumn } from '../ui/contact-columns.tsx';
import type { Column } from '../ui/data-table.tsx';
import { TextLink } from '../ui/text-link.tsx';
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
      onPhone: 'title',
      className: 'print:hidden',
    },
    {
      name: 'Name',
      cell: ({ id, firstName, lastName }) => (
        <TextLink href={pathOfPerson(id)} className="inline-flex min-h-11 items-center">
          {firstName} {lastName}
        </TextLink>
      ),
      isSortable: true,
      onPhone: 'title',
      className: 'wrap-anywhere lg:min-w-36',
    },
    emailColumn,
    phoneColumn,
    {
      name: groupTexts[group].since,
      cell: ({ since }) => showDay(since),
      className: 'lg:whitespace-nowrap',
    },
    {
      name: 'Next class',
      cell: ({ nextClass }) =>
        nextClass ? (
          <>
            Class {nextClass.classNumber} · {showDay(nextClass.startTime)},{' '}
            {formatTime(new Date(nextClass.startTime))}
          </>
        ) : (
          '–'
        ),
    },
    { name: 'Missed', cell: ({ missed }) => missed || '–', isSortable: true },
    {
      name: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt ? showDay(lastSignInAt) : 'Never'),
      className: 'lg:whitespace-nowrap',
    },
  ];
}

const showDay = (instant: string | null) => (instant ? formatCompactDate(new Date(instant)) : '–');
