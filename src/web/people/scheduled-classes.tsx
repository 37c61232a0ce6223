import type { StudentRow } from '../../contract/people.ts';
import { isCompleted, isMissed } from '../../course/class-time.ts';
import { now } from '../server-clock.ts';
import { Badge } from '../ui/badge.tsx';
import { CountPopover } from '../ui/hover-popover.tsx';

export function ScheduledClasses({ student }: { student: StudentRow }) {
  const { classesScheduled, classDetails } = student;
  return (
    <CountPopover count={classesScheduled} of="classes scheduled">
      {classDetails.length === 0 ? (
        'No class details available'
      ) : (
        <ul className="grid grid-cols-1 gap-2">
          {classDetails.map((courseClass) => (
            <ClassLine key={courseClass.id} courseClass={courseClass} />
          ))}
        </ul>
      )}
    </CountPopover>
  );
}

function ClassLine({ courseClass }: { courseClass: StudentRow['classDetails'][number] }) {
  const { classNumber, startTime, date, time, attendance, isWaiting } = courseClass;
  return (
    <li>
      <div className="flex items-center justify-between gap-4">
        <span className="font-semibold">Class {classNumber}</span>
        {isCompleted(attendance) && <Badge tone="success">Completed</Badge>}
        {isWaiting && <Badge tone="warning">Needs a new time</Badge>}
        {!isWaiting && isMissed(new Date(startTime), attendance, now()) && (
          <Badge tone="warning">Missed</Badge>
        )}
      </div>
      <p className="text-muted">
        {date}, {time}
        {isWaiting && ' (canceled)'}
      </p>
    </li>
  );
}
