import type { AdminClass } from '../../contract/timetable.ts';
import { formatNearDay, formatSpokenSlot, formatTime } from '../../course/format-time.ts';
import { meetingProblemsOf, StartMeetingButton } from '../meetings/class-meeting.tsx';
import { isAwaitingMeeting } from '../timetable/queries.ts';
import { Card } from '../ui/card.tsx';
import { classNames } from '../ui/styles.ts';
import { ClassTypeBadge } from './class-columns.tsx';

interface OwnClassesProps {
  /** The user's upcoming classes, sorted by start time. */
  classes: readonly AdminClass[];
  now: Date;
}

/** Shows teachers who is registered for their classes today and tomorrow, and lets them start the meetings. */
export function OwnClasses({ classes, now }: OwnClassesProps) {
  const near = classes.filter(({ startTime }) => formatNearDay(new Date(startTime), now));
  const [next] = classes;
  return (
    <Card as="section" aria-labelledby="own-classes" className="mb-4 py-4">
      <h2 id="own-classes" className="font-semibold">
        Your classes today and tomorrow
      </h2>
      {near.length > 0 ? (
        <ul className="divide-y divide-line">
          {near.map((courseClass) => (
            <OwnClass key={courseClass.id} courseClass={courseClass} now={now} />
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-muted text-sm">
          You have no classes today or tomorrow. Your next class is on{' '}
          {next && formatSpokenSlot(new Date(next.startTime))}.
        </p>
      )}
    </Card>
  );
}

function OwnClass({ courseClass, now }: { courseClass: AdminClass; now: Date }) {
  const { id, startTime, classType, registrations } = courseClass;
  const start = new Date(startTime);
  const isAwaited = isAwaitingMeeting(courseClass);
  const why = isAwaited ? 'Setting up the meeting…' : meetingProblemsOf(courseClass).join(' ');
  const whyId = `own-class-${id}-why`;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 last:pb-0">
      <p className="w-48 shrink-0">
        <span className="block font-semibold">
          {formatNearDay(start, now)}, {formatTime(start)}
        </span>
        <ClassTypeBadge classType={classType} />
      </p>
      <p className="min-w-0 flex-1 basis-60 text-sm">
        {registrations.length === 0 ? (
          <span className="text-muted">No students registered</span>
        ) : (
          registrations.map((registration, index) => (
            <span key={registration.id}>
              {index > 0 && ', '}
              <span className="font-medium">{registration.name}</span>{' '}
              <span className="whitespace-nowrap text-muted">
                (Class {registration.classNumber})
              </span>
            </span>
          ))
        )}
        {why && (
          <span
            id={whyId}
            className={classNames('mt-1 block', isAwaited ? 'text-muted' : 'text-warning')}
          >
            {why}
          </span>
        )}
      </p>
      <StartMeetingButton courseClass={courseClass} describedBy={why ? whyId : undefined}>
        <span className="sr-only">, {formatSpokenSlot(start)}</span>
      </StartMeetingButton>
    </li>
  );
}
