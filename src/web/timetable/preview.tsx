import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CancellationPreview, Recipient } from '../../contract/cancellations.ts';
import type { CheckedClass } from '../../contract/timetable.ts';
import { hasStarted } from '../../course/class-state.ts';
import { formatCompactDate, formatTime, keepTimesWhole } from '../../course/format-time.ts';
import { apiQuery, errorMessage } from '../api.ts';
import { now } from '../server-clock.ts';
import { countOf } from '../ui/loaded-list.tsx';
import { InlineError } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { type ClassChange, uncached } from './queries.ts';

interface PreviewProps {
  title: string;
  detail?: string;
  lines: string[];
}

export function Preview({ title, detail, lines }: PreviewProps) {
  return (
    <section
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus the list to scroll it
      tabIndex={0}
      className="max-h-64 overflow-y-auto rounded-control bg-neutral-soft px-4 py-3 text-sm"
    >
      <p role="status" className="font-semibold">
        {title}
      </p>
      {detail && <p className="text-muted">{detail}</p>}
      <ul className="mt-1">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two classes can start at the same time
          <li key={index} className="wrap-anywhere py-0.5">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LoadedPreviewProps<Data> {
  query: { data: Data | undefined; error: Error | null; isLoading: boolean };
  children: (data: Data) => ReactNode;
}

export function LoadedPreview<Data>({ query, children }: LoadedPreviewProps<Data>) {
  const { data, error, isLoading } = query;
  if (data) return children(data);
  if (isLoading) return <Spinner label="Checking…" className="mx-auto my-4" />;
  if (!error) return null;
  return (
    <InlineError>{errorMessage(error, 'We couldn’t check this. Please try again.')}</InlineError>
  );
}

export function CheckedClasses({
  classes,
  ...preview
}: PreviewProps & { classes: CheckedClass[] }) {
  const problems = classes.flatMap(({ problem }) => (problem ? keepTimesWhole(problem) : []));
  if (problems.length === 0) return <Preview {...preview} />;
  const title = `${problems.length} of ${classes.length} won’t work`;
  return <Preview title={title} lines={[...new Set(problems)]} />;
}

export function describeClass(startsAt: Date, skipped: string | null): string {
  const slot = `${formatCompactDate(startsAt)} · ${formatTime(startsAt)}`;
  if (skipped) return `${slot} (skipped: ${skipped})`;
  return hasStarted(startsAt, now()) ? `${slot} (in the past)` : slot;
}

export function ChangePreview({ change }: { change: ClassChange }) {
  const query = useQuery({
    ...apiQuery('POST /api/admin/class-changes/preview', { body: change }),
    ...uncached,
  });
  return (
    <>
      <LoadedPreview query={query}>
        {({ classes, people }) => (
          <CheckedClasses
            classes={classes}
            title={
              people.length > 0
                ? `We’ll notify ${countPeople(people)} of the new time`
                : 'No student’s class time will change'
            }
            lines={people.map(describePerson)}
          />
        )}
      </LoadedPreview>
      <p className="text-muted text-sm">
        Instructors will get an email about what changes for them.
        {change.instructorId !== undefined &&
          ' Students whose class moves to another Zoom host will get a new link by email.'}
      </p>
    </>
  );
}

export function RecipientsPreview({ people, isNotifiedAtOnce, classes }: CancellationPreview) {
  if (classes.length === 0)
    return <Preview title="There are no classes on these days" lines={[]} />;
  if (people.length === 0) return <Preview title="We don’t need to notify anyone" lines={[]} />;
  const first = classes.length === 1 ? 'class' : 'first class';
  return (
    <Preview
      title={`We’ll notify ${countPeople(people)}`}
      detail={
        isNotifiedAtOnce
          ? `Messages will go out right away, because the ${first} starts soon.`
          : 'Messages will go out in 10 minutes. You can undo this until then.'
      }
      lines={people.map(describePerson)}
    />
  );
}

const nouns = { student: 'student', instructor: 'instructor', alumni: 'alum' };

function countPeople(people: Recipient[]): string {
  const counts = Object.entries(nouns).flatMap(([role, noun]) => {
    const count = people.filter((person) => person.role === role).length;
    return count > 0 ? countOf(count, noun, role === 'alumni' ? role : undefined) : [];
  });
  return new Intl.ListFormat('en').format(counts);
}

function describePerson({ name, role, byText, classNumbers }: Recipient): string {
  const what = role === 'student' ? classNumbers.map((n) => `Class ${n}`).join(', ') : role;
  return `${name} · ${what} · ${byText ? 'email and text' : 'email'}`;
}
