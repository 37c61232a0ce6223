import type { StudentRow } from '../../contract/people.ts';
import { now } from '../server-clock.ts';
import { Badge } from '../ui/badge.tsx';
import { CountPopover } from '../ui/hover-popover.tsx';
import { classNames } from '../ui/styles.ts';
import { classState, countMissed } from './student-list.ts';

export function ScheduledClasses({ student }: { student: StudentRow }) {
  const { classesScheduled, classDetails } = student;
  const missed = countMissed(student, now());
  const classes = classDetails.map((one) => ({ ...one, state: classState(one, now()) }));
  return (
    <div className="flex items-center gap-2">
      <CountPopover count={classesScheduled} of="scheduled">
        {missed > 0 && <p className="mb-2 font-semibold text-warning">{missed} missed</p>}
        {classDetails.length === 0 ? (
          'No class details available'
        ) : (
          <ul className="grid grid-cols-1 gap-2">
            {classes.map((courseClass) => (
              <ClassLine key={courseClass.id} {...courseClass} />
            ))}
          </ul>
        )}
      </CountPopover>
      {classDetails.length > 0 ? (
        <Dots classes={classes} />
      ) : (
        <span className="text-muted lg:hidden">classes</span>
      )}
    </div>
  );
}

type ShownClass = StudentRow['classDetails'][number] & { state: ReturnType<typeof classState> };

const dotStyles = {
  completed: 'rounded-full bg-success',
  missed: 'rotate-45 bg-warning',
  'excused or unclear': 'rounded-full bg-muted',
  upcoming: 'rounded-full border border-muted',
};

/** Missed classes have a different shape, for people who can't tell the colors apart. */
function Dots({ classes }: { classes: ShownClass[] }) {
  const text = classes.map(({ classNumber, state }) => `Class ${classNumber} ${state}`).join(', ');
  return (
    <span role="img" aria-label={text} title={text} className="flex gap-1">
      {classes.map(({ id, state }) => (
        <span key={id} className={classNames('size-1.5', dotStyles[state])} />
      ))}
    </span>
  );
}

function ClassLine({ classNumber, date, time, isSuspended, state }: ShownClass) {
  return (
    <li>
      <div className="flex items-center justify-between gap-4">
        <span className="font-semibold">Class {classNumber}</span>
        {state === 'completed' && <Badge tone="success">Completed</Badge>}
        {state === 'missed' && <Badge tone="warning">Missed</Badge>}
        {isSuspended && <Badge tone="warning">Needs a new time</Badge>}
      </div>
      <p className="text-muted">
        {date}, {time}
        {isSuspended && ' (canceled)'}
      </p>
    </li>
  );
}
