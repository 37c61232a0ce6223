import { Check } from 'lucide-react';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { dayOfWeek, formatLongDate, formatOwnTime, formatTime } from '../../course/format-time.ts';
import { firstSessionsNote, isClassShown } from '../../course/shown-classes.ts';
import { site } from '../site.ts';
import { Badge } from '../ui/badge.tsx';

interface FactProps {
  entry: ScheduleEntry;
}

export function shownClasses(entries: ScheduleEntry[]): ScheduleEntry[] {
  return entries
    .filter(({ classNumber }) => isClassShown(classNumber, site.firstClass))
    .toSorted((a, b) => a.classNumber - b.classNumber);
}

export const headingId = ({ classNumber }: ScheduleEntry) => `class-${classNumber}`;

export function startOf(entry: ScheduleEntry): Date {
  return new Date(entry.class.startTime);
}

export function ClassName({ entry: { classNumber, isRescheduled } }: FactProps) {
  return (
    <>
      Class {classNumber}
      {isRescheduled && <span className="font-normal text-muted text-sm"> (rescheduled)</span>}
    </>
  );
}

export function DateAndTime({ entry, className }: FactProps & { className?: string }) {
  const start = startOf(entry);
  const day = dayOfWeek(start);
  const ownTime = formatOwnTime(start);
  const { instructorFirstName } = entry.class;
  return (
    <div className={className}>
      <p className="text-muted">
        <strong className="font-semibold text-ink">{day}</strong>
        {formatLongDate(start).slice(day.length)}
      </p>
      <p className="text-muted">
        <strong className="font-semibold text-ink">{formatTime(start)}</strong>
        {instructorFirstName && ` · Instructor: ${instructorFirstName}`}
      </p>
      {ownTime && <p className="text-muted text-sm">{ownTime}</p>}
    </div>
  );
}

export function Completed() {
  return (
    <Badge tone="success">
      <Check aria-hidden className="stroke-3" />
      Completed
    </Badge>
  );
}

export function FirstSessionsNote({ firstShown }: { firstShown: number }) {
  const note = firstSessionsNote(firstShown, site.courseShortName);
  if (!note) return <div className="my-3" />;
  return <p className="my-4 border-primary border-l-3 lg:my-6 pl-3 text-muted text-sm/5">{note}</p>;
}
