import type { AdminClass } from '../../contract/admin-classes.ts';
import { formatCompactDate, formatSpokenSlot, formatTime } from '../../course/pacific-time.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { Column } from '../ui/data-table.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { MeetingProblem } from './meeting-problem.tsx';
import { RegisteredStudents } from './registered-students.tsx';
import { registrationPageOf } from './registration-page.ts';
import { StartMeetingButton } from './start-meeting-button.tsx';

export function classColumns(
  onEdit: ((aClass: AdminClass) => void) | undefined,
): Column<AdminClass>[] {
  return [
    {
      name: 'Date',
      cell: ({ startTime }) => formatCompactDate(new Date(startTime)),
      className: 'xl:whitespace-nowrap',
    },
    { name: 'Time', cell: (aClass) => <Time aClass={aClass} />, className: 'xl:whitespace-nowrap' },
    {
      name: 'Type',
      cell: ({ classType }) => (
        <Badge tone={classType === 'Monthly' ? 'info' : 'neutral'}>{classType}</Badge>
      ),
    },
    {
      name: 'Instructor',
      cell: ({ instructorFirstName }) =>
        instructorFirstName ?? <span className="text-muted">TBA</span>,
      className: 'wrap-anywhere xl:min-w-24',
    },
    { name: 'Registered', cell: (aClass) => <RegisteredStudents aClass={aClass} /> },
    { name: 'Topic', cell: ({ topic }) => topic },
    {
      name: 'Actions',
      onPhone: 'line',
      cell: (aClass) => <Actions aClass={aClass} onEdit={onEdit} />,
    },
  ];
}

function Time({ aClass }: { aClass: AdminClass }) {
  const time = formatTime(new Date(aClass.startTime));
  const page = registrationPageOf(aClass);
  if (!page) return time;
  return (
    <TextLink href={page} newTab>
      {time}
    </TextLink>
  );
}

interface ActionsProps {
  aClass: AdminClass;
  onEdit: ((aClass: AdminClass) => void) | undefined;
}

function Actions({ aClass, onEdit }: ActionsProps) {
  const spoken = <span className="sr-only">, {formatSpokenSlot(new Date(aClass.startTime))}</span>;
  return (
    <div className="flex flex-wrap gap-2 max-xl:mt-1">
      {aClass.meetingProblem && <MeetingProblem aClass={aClass} canRetry={onEdit !== undefined} />}
      <StartMeetingButton aClass={aClass}>{spoken}</StartMeetingButton>
      {onEdit && (
        <Button
          variant="outline"
          size="small"
          className="whitespace-nowrap max-xl:flex-1"
          aria-haspopup="dialog"
          onClick={() => onEdit(aClass)}
        >
          <span>Edit Class{spoken}</span>
        </Button>
      )}
    </div>
  );
}
