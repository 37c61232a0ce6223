import type { AlumniRow } from '../../contract/people.ts';
import { useAuth } from '../auth.tsx';
import { FailureNote } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

type Person = Pick<AlumniRow, 'id' | 'firstName' | 'lastName' | 'messageProblem' | 'textProblem'>;

const lists = ['GET /api/students', 'GET /api/alumni', 'GET /api/admin/staff'] as const;

export function MessageProblem({ person }: { person: Person }) {
  return (
    <>
      {person.messageProblem && <RetryMessage person={person} />}
      {person.textProblem && <FailureNote>Text not delivered: {person.textProblem}</FailureNote>}
    </>
  );
}

/** A separate component, so that only rows with a problem create a mutation. */
function RetryMessage({ person }: { person: Person }) {
  const { user } = useAuth();
  const retry = useAction('POST /api/admin/people/:id/retry-messages', {
    invalidates: lists,
    later: lists,
    failed: 'We couldn’t send the message. Please try again.',
  });
  return (
    <FailureNote
      about={`message to ${person.firstName} ${person.lastName}`}
      pending={retry.isPending}
      onRetry={user?.canEdit ? () => retry.mutate({ params: { id: person.id } }) : undefined}
    >
      Message not sent: {person.messageProblem}
    </FailureNote>
  );
}
