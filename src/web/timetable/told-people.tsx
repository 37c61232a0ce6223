import type { CancellationPreview, ToldPerson } from '../../contract/cancellations.ts';
import { formatSlot } from '../../course/format-time.ts';
import { errorMessage } from '../api.ts';
import { InlineError } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface ToldPeopleProps {
  preview: CancellationPreview | undefined;
  error: Error | null;
}

/** Who is told of a cancellation, of which class, how and when. */
export function ToldPeople({ preview, error }: ToldPeopleProps) {
  if (!preview && error) {
    return (
      <InlineError>{errorMessage(error, 'It could not be found out who is told.')}</InlineError>
    );
  }
  if (!preview) return <Spinner label="Looking who is in the class…" className="mx-auto my-4" />;
  const { people, isToldAtOnce, classes } = preview;
  return (
    <section aria-label="Preview" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
      <p className="font-semibold" role="status">
        {people.length === 0 ? 'Nobody has to be told' : `${countPeople(people)} will be told`}
      </p>
      {people.length > 0 && (
        <p className="text-muted">{describeTime(isToldAtOnce, classes.length)}</p>
      )}
      {people.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard
        <ul tabIndex={0} aria-label="Who is told" className="mt-2 max-h-48 overflow-y-auto">
          {people.map((person) => (
            <li key={`${person.role} ${person.id}`} className="wrap-anywhere py-1">
              <span className="font-medium">{person.name}</span>
              <span className="text-muted"> · {describePerson(person)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const nouns = {
  student: ['student', 'students'],
  instructor: ['instructor', 'instructors'],
  alumni: ['of the alumni', 'of the alumni'],
} as const;

/** '4 students, 1 instructor' */
function countPeople(people: ToldPerson[]): string {
  return (['student', 'instructor', 'alumni'] as const)
    .map((role) => ({ role, count: people.filter((person) => person.role === role).length }))
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => `${count} ${nouns[role][count === 1 ? 0 : 1]}`)
    .join(', ');
}

function describeTime(isToldAtOnce: boolean, classes: number): string {
  if (!isToldAtOnce) return 'They are told 10 minutes later, when this can no longer be undone.';
  return `They are told at once, because ${classes === 1 ? 'it' : 'the first of them'} begins soon.`;
}

function describePerson({ role, classes, byText }: ToldPerson): string {
  const which = classes.map(({ classNumber, startTime }) =>
    classNumber === null ? formatSlot(new Date(startTime)) : `class ${classNumber}`,
  );
  const channel = byText ? 'mail and text' : 'mail';
  const what = role === 'student' ? which.join(', ') : role;
  return `${what} · ${channel}`;
}
