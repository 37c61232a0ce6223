import type { NamedClass } from '../../contract/people-changes.ts';
import { formatCompactDate, formatTime } from '../../course/format-time.ts';
import { errorMessage } from '../api.ts';
import { InlineError } from '../ui/notice.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { TextButton } from '../ui/text-link.tsx';

interface NamedClassesProps {
  title: string;
  classes: (NamedClass & { reason?: string })[];
  /** What cannot be overlooked. */
  isLoud?: boolean;
}

/** Classes of somebody under a heading, each with its number and time; nothing where there are none. */
export function NamedClasses({ title, classes, isLoud = false }: NamedClassesProps) {
  if (classes.length === 0) return null;
  return (
    <section className={isLoud ? 'mt-4 rounded-control bg-danger-soft px-4 py-3' : 'mt-4'}>
      <h3 className={isLoud ? 'font-semibold text-danger' : 'font-semibold'}>{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {classes.map(({ registrationId, classNumber, startTime, isWaiting, reason }) => (
          <li key={registrationId}>
            class {classNumber} on {describeTime(new Date(startTime))}
            {isWaiting && ' (cancelled: to be chosen again)'}
            {reason && `: ${reason}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeTime(startsAt: Date): string {
  return `${formatCompactDate(startsAt)} at ${formatTime(startsAt)}`;
}

interface PreviewStateProps {
  error: Error | null;
  onRetry: () => void;
}

/** In place of classes that are not loaded yet, or could not be. */
export function PreviewState({ error, onRetry }: PreviewStateProps) {
  if (!error) {
    return (
      <SkeletonGroup className="mt-4">
        <Skeleton className="h-24" />
      </SkeletonGroup>
    );
  }
  return (
    <div role="alert" className="mt-4">
      <InlineError>
        {errorMessage(error, 'The classes could not be loaded. Please try again.')}
      </InlineError>
      <TextButton className="min-h-11" onClick={onRetry}>
        Load again
      </TextButton>
    </div>
  );
}
