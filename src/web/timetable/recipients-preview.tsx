import type { CancellationPreview, ToldPerson } from '../../contract/cancellations.ts';
import { formatSlot } from '../../course/format-time.ts';
import { errorMessage } from '../api.ts';
import { InlineError } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';

interface RecipientsPreviewProps {
  preview: CancellationPreview | undefined;
  error: Error | null;
}

/** Shows who will be notified about a cancellation, and how and when. */
export function RecipientsPreview({ preview, error }: RecipientsPreviewProps) {
  if (!preview && error) {
    return (
      <InlineError>
        {errorMessage(error, 'We couldn’t check who we need to notify. Please try again.')}
      </InlineError>
    );
  }
  if (!preview) return <Spinner label="Checking who is in the class…" className="mx-auto my-4" />;
  const { people, isToldAtOnce, classes } = preview;
  const isEmpty = people.length === 0;
  return (
    <section aria-label="Preview" className="rounded-control bg-neutral-soft px-4 py-3 text-sm">
      <p className="font-semibold" role="status">
        {isEmpty ? 'We don’t need to notify anyone' : `We’ll notify ${countPeople(people)}`}
      </p>
      {!isEmpty && (
        <>
          <p className="text-muted">{describeTime(isToldAtOnce, classes.length)}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus the list to scroll it */}
          <ul tabIndex={0} aria-label="Who we’ll notify" className="mt-2 max-h-48 overflow-y-auto">
            {people.map((person) => (
              <li key={`${person.role} ${person.id}`} className="wrap-anywhere py-1">
                <span className="font-medium">{person.name}</span>
                <span className="text-muted"> · {describePerson(person)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const nouns = {
  student: ['student', 'students'],
  instructor: ['instructor', 'instructors'],
  alumni: ['alum', 'alumni'],
} as const;

/** For example, '4 students and 1 instructor'. */
function countPeople(people: ToldPerson[]): string {
  const counts = (['student', 'instructor', 'alumni'] as const).flatMap((role) => {
    const count = people.filter((person) => person.role === role).length;
    return count > 0 ? [`${count} ${nouns[role][count === 1 ? 0 : 1]}`] : [];
  });
  return new Intl.ListFormat('en').format(counts);
}

function describeTime(isToldAtOnce: boolean, classes: number): string {
  if (!isToldAtOnce) return 'Messages will go out in 10 minutes. You can undo this until then.';
  return `Messages will go out right away, because the ${classes === 1 ? 'class' : 'first class'} starts soon.`;
}

export const channelsOf = ({ byText }: ToldPerson) => (byText ? 'email and text' : 'email');

function describePerson(person: ToldPerson): string {
  const numbers = person.classes.map(({ classNumber, startTime }) =>
    classNumber === null ? formatSlot(new Date(startTime)) : `Class ${classNumber}`,
  );
  const what = person.role === 'student' ? numbers.join(', ') : person.role;
  return `${what} · ${channelsOf(person)}`;
}
