import type { AdminClass } from '../../contract/timetable.ts';
import { formatCompactDate, formatSpokenSlot, formatTime } from '../../course/format-time.ts';
import { pathOfClass } from '../../course/pages.ts';
import {
  MeetingProblem,
  meetingProblemsOf,
  registrationPageOf,
  StartMeetingButton,
} from '../meetings/class-meeting.tsx';
import { isAwaitingMeeting } from '../timetable/queries.ts';
import { RegisteredStudents } from '../timetable/registered-students.tsx';
import { Badge } from '../ui/badge.tsx';
import { DialogButton } from '../ui/button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { TextLink } from '../ui/text-link.tsx';

function ClassTypeBadge({ classType }: Pick<AdminClass, 'classType'>) {
  return <Badge tone={classType === 'Monthly' ? 'info' : 'neutral'}>{classType}</Badge>;
}

export function classColumns(
  onEdit: ((courseClass: AdminClass) => void) | undefined,
): Column<AdminClass>[] {
  return [
    {
      name: 'Date',
      cell: ({ id, startTime }) => (
        <TextLink href={pathOfClass(id)}>{formatCompactDate(new Date(startTime))}</TextLink>
      ),
      onPhone: 'title',
      className: 'lg:whitespace-nowrap',
    },
    {
      name: 'Time',
      cell: (courseClass) => <Time courseClass={courseClass} />,
      onPhone: 'title',
      className: 'lg:whitespace-nowrap',
    },
    { name: 'Type', cell: ClassTypeBadge },
    {
      name: 'Instructor',
      cell: ({ instructorFirstName }) =>
        instructorFirstName ?? <span className="text-muted">TBA</span>,
      className: 'wrap-anywhere lg:min-w-24',
    },
    { name: 'Registered', cell: (courseClass) => <RegisteredStudents courseClass={courseClass} /> },
    {
      name: 'Topic',
      cell: ({ topic }) => topic,
      isForWideTable: true,
      className: 'lg:min-w-44',
    },
    {
      name: 'Actions',
      onPhone: 'line',
      cell: (courseClass) => <Actions courseClass={courseClass} onEdit={onEdit} />,
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
        <TextLink href={page} newTab>
          {time}
        </TextLink>
      ) : (
        time
      )}
      {isAwaitingMeeting(courseClass) && (
        <span
          id={waitId(courseClass)}
          className="block whitespace-nowrap font-normal text-muted text-xs/3"
        >
          Preparing the meeting…
        </span>
      )}
    </>
  );
}

interface ActionsProps {
  courseClass: AdminClass;
  onEdit: ((courseClass: AdminClass) => void) | undefined;
}

function Actions({ courseClass, onEdit }: ActionsProps) {
  const spoken = (
    <span className="sr-only">, {formatSpokenSlot(new Date(courseClass.startTime))}</span>
  );
  return (
    <div className="flex flex-wrap gap-2 max-lg:mt-1">
      {meetingProblemsOf(courseClass).length > 0 && (
        <MeetingProblem courseClass={courseClass} canRetry={onEdit !== undefined} />
      )}
      <StartMeetingButton
        courseClass={courseClass}
        describedBy={isAwaitingMeeting(courseClass) ? waitId(courseClass) : undefined}
      >
        {spoken}
      </StartMeetingButton>
      {onEdit && (
        <DialogButton
          className="whitespace-nowrap max-lg:flex-1"
          onClick={() => onEdit(courseClass)}
        >
          <span>Edit Class{spoken}</span>
        </DialogButton>
      )}
    </div>
  );
}
