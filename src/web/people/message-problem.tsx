import type { AlumniRow } from '../../contract/people.ts';
import { useRights } from '../auth.tsx';
import { CallButton, RetryText } from '../ui/call-button.tsx';
import { FailureNote } from '../ui/notice.tsx';

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

function RetryMessage({ person: { id, firstName, lastName, messageProblem } }: { person: Person }) {
  const { canEdit } = useRights();
  const retry = (
    <CallButton
      call="POST /api/admin/people/:id/retry-messages"
      input={{ params: { id } }}
      invalidates={lists}
      later={lists}
      failed="We couldn’t send the message. Please try again."
    >
      <RetryText about={`message to ${firstName} ${lastName}`} />
    </CallButton>
  );
  return <FailureNote retry={canEdit && retry}>Message not sent: {messageProblem}</FailureNote>;
}
