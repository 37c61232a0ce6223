import type { AdminClass } from '../../contract/timetable.ts';
import {
  formatCompactDate,
  formatDay,
  formatNearDay,
  formatSpokenSlot,
  formatTime,
} from '../../course/format-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import {
  MeetingProblem,
  registrationPageOf,
  StartMeetingButton,
} from '../meetings/class-meeting.tsx';
import { isAwaitingMeeting, placesOf } from '../timetable/queries.ts';
import { RegisteredStudents } from '../timetable/registered-students.tsx';
import { Badge } from '../ui/badge.tsx';
import { DialogButton } from '../ui/button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { FullnessBar } from '../ui/fullness-bar.tsx';
import type { MenuItem } from '../ui/menu.tsx';
import { TapLink, TextLink } from '../ui/text-link.tsx';
import { LazyMenu } from './page-actions.tsx';

interface RowTools {
  onEdit: ((courseClass: AdminClass) => void) | undefined;
  actionsOf?: (courseClass: AdminClass) => MenuItem[];
  /** The classes that start then have a button that stands out. */
  nextStart: string | undefined;
}

/** For example, 'Today · Mon, Nov 16'. */
export function dayHeading(now: Date) {
  return ({ startTime }: AdminClass) => {
    const startsAt = new Date(startTime);
    const nearDay = formatNearDay(startsAt, now);
    return nearDay ? `${nearDay} · ${formatDay(startsAt)}` : formatDay(startsAt);
  };
}

export const typeColumn: Column<Pick<AdminClass, 'classType'>> = {
  name: 'Type',
  cell: ({ classType }) =>
    classType === 'Monthly' ? <Badge tone="info">{classType}</Badge> : classType,
  className: 'text-muted',
};

export function classColumns(fullest: number, tools: RowTools): Column<AdminClass>[] {
  return [
    {
      name: 'Date',
      cell: ({ id, startTime }) => (
        <TextLink href={pathOfClass(id)}>{formatCompactDate(new Date(startTime))}</TextLink>
      ),
      card: 'hidden',
      className: 'whitespace-nowrap text-muted',
    },
    {
      name: 'Time',
      cell: (courseClass) => <Time courseClass={courseClass} />,
      card: 'title',
      className: 'whitespace-nowrap font-medium',
    },
    { ...typeColumn, card: 'aside' },
    {
      name: 'Instructor',
      cell: ({ instructorFirstName }) =>
        instructorFirstName ?? <span className="text-muted">TBA</span>,
      card: 'aside',
      className: 'wrap-anywhere lg:min-w-24',
    },
    {
      name: 'Registered',
      cell: (courseClass) => (
        <span className="flex items-center gap-1 lg:gap-2">
          <RegisteredStudents courseClass={courseClass} />
          {placesOf(courseClass) !== null && (
            <span className="whitespace-nowrap text-muted text-sm lg:-ml-1">
              / {placesOf(courseClass)}
            </span>
          )}
          <FullnessBar
            count={courseClass.registrationCount}
            of={placesOf(courseClass) ?? fullest}
          />
        </span>
      ),
      card: 'badge',
    },
    {
      name: 'Topic',
      cell: ({ topic }) => topic,
      card: 'hidden',
      isForWideTable: true,
      className: 'lg:min-w-44',
    },
    {
      name: 'Actions',
      card: 'line',
      cell: (courseClass) => <Actions courseClass={courseClass} tools={tools} />,
      className: 'md:max-lg:ml-auto md:max-lg:w-auto md:max-lg:pl-4',
    },
  ];
}

const waitId = (courseClass: AdminClass) => `class-${courseClass.id}-wait`;

/** The note below the time has a small line height, so that it doesn't make the row taller. */
function Time({ courseClass }: { courseClass: AdminClass }) {
  const time = formatTime(new Date(courseClass.startTime));
  const page = registrationPageOf(courseClass);
  return (
    <>
      {page ? (
        <TapLink href={page} newTab>
          {time}
        </TapLink>
      ) : (
        time
      )}
      {isAwaitingMeeting(courseClass) && (
        <span
          id={waitId(courseClass)}
          className="block whitespace-nowrap font-normal text-muted text-sm/4"
        >
          Setting up the meeting…
        </span>
      )}
    </>
  );
}

const inRow = { variant: 'plain', size: 'tight' } as const;
const muted =
  '-ml-2 lg:*:first:justify-start [&>:first-child:not(:hover,:focus-visible)]:text-muted';

function Actions({ courseClass, tools }: { courseClass: AdminClass; tools: RowTools }) {
  const { onEdit, actionsOf, nextStart } = tools;
  const name = formatSpokenSlot(new Date(courseClass.startTime));
  const isDistinct = courseClass.startTime === nextStart;
  const spoken = <span className="sr-only">, {name}</span>;
  const open = { label: 'Open Class', href: pathOfClass(courseClass.id) };
  return (
    <>
      <MeetingProblem courseClass={courseClass} />
      <div className={`flex items-center lg:*:first:min-w-39 ${isDistinct ? 'lg:-ml-2' : muted}`}>
        <StartMeetingButton
          courseClass={courseClass}
          describedBy={isAwaitingMeeting(courseClass) ? waitId(courseClass) : undefined}
          early={isDistinct ? { ...inRow, variant: 'quiet' } : inRow}
        >
          {spoken}
        </StartMeetingButton>
        {onEdit && (
          <DialogButton {...inRow} onClick={() => onEdit(courseClass)}>
            <span className="whitespace-nowrap">Edit Class{spoken}</span>
          </DialogButton>
        )}
        <LazyMenu
          {...inRow}
          className="ml-auto min-w-11 pointer-fine:min-w-9"
          label={`More actions for ${name}`}
          items={actionsOf ? [open, ...actionsOf(courseClass)] : []}
        />
      </div>
    </>
  );
}
