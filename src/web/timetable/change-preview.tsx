import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { CheckedClass, classChangeCalls } from '../../contract/timetable.ts';
import { formatSlot } from '../../course/format-time.ts';
import { apiQuery, errorMessage } from '../api.ts';
import { InlineError } from '../ui/notice.tsx';
import { uncached } from './queries.ts';
import { channelsOf } from './recipients-preview.tsx';

interface CheckedClassesProps {
  classes: CheckedClass[] | undefined;
  error: Error | null;
  /** Shown if no class has a problem. */
  title: string;
  children?: ReactNode;
}

/** Shows why some classes can't be created or changed, or else what will happen. */
export function CheckedClasses({ classes, error, title, children }: CheckedClassesProps) {
  if (error) return <InlineError>{errorMessage(error, 'We couldn’t check this.')}</InlineError>;
  if (!classes) return null;
  const blocked = classes.filter(({ problem }) => problem !== null);
  const problems = blocked.map(
    ({ startTime, problem }) => `${formatSlot(new Date(startTime))}: ${problem}`,
  );
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus the list to scroll it
      tabIndex={0}
      className="max-h-64 overflow-y-auto rounded-control bg-neutral-soft px-4 py-3 text-sm"
    >
      <p role="status" className="font-semibold">
        {blocked.length > 0 ? `${blocked.length} of ${classes.length} won’t work` : title}
      </p>
      <ul>
        {[...new Set(problems)].map((problem) => (
          <li key={problem} className="pt-2">
            {problem}
          </li>
        ))}
      </ul>
      {blocked.length === 0 && children}
    </section>
  );
}

export type ClassChange = BodyOf<typeof classChangeCalls.changeClasses>;

export function ChangePreview({ change }: { change: ClassChange }) {
  const { data, error } = useQuery({
    ...apiQuery('POST /api/admin/class-changes/preview', { body: change }),
    ...uncached,
  });
  const people = data?.people ?? [];
  return (
    <>
      <CheckedClasses {...{ classes: data?.classes, error, title: describe(people.length) }}>
        <p className="wrap-anywhere text-muted">
          {people.map((person) => `${person.name} (${channelsOf(person)})`).join(', ')}
        </p>
      </CheckedClasses>
      <p className="text-muted text-sm">
        Instructors will get an email about what changes for them.
        {change.instructorId !== undefined &&
          ' Students whose class moves to another Zoom host will get a new link by email.'}
      </p>
    </>
  );
}

function describe(students: number): string {
  if (students === 0) return 'No student’s class time will change';
  return `We’ll notify ${students === 1 ? '1 student' : `${students} students`} of the new time`;
}
