import type { NamedClass } from '../../contract/people-changes.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';

interface NamedClassesProps {
  title: string;
  classes: (NamedClass & { reason?: string })[];
  isLoud?: boolean;
}

export function NamedClasses({ title, classes, isLoud = false }: NamedClassesProps) {
  if (classes.length === 0) return null;
  return (
    <section className={isLoud ? 'mt-4 rounded-control bg-danger-soft px-4 py-3' : 'mt-4'}>
      <h3 className={isLoud ? 'font-semibold text-danger' : 'font-semibold'}>{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {classes.map(({ registrationId, classNumber, startTime, isSuspended, reason }) => (
          <li key={registrationId}>
            Class {classNumber} on {formatCompactDate(new Date(startTime))} at{' '}
            {formatTime(new Date(startTime))}
            {isSuspended && ' (canceled or full, needs a new time)'}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
