import type { AlumniRow } from '../../contract/people.ts';
import { fullName } from '../../course/full-name.ts';
import { useRights } from '../auth.tsx';
import { CallButton } from '../ui/call-button.tsx';
import { FailureNote } from '../ui/notice.tsx';

type Person = Pick<AlumniRow, 'id' | 'firstName' | 'lastName' | 'messageProblem' | 'textProblem'>;

const lists = ['GET /api/students', 'GET /api/alumni', 'GET /api/admin/staff'] as const;

export function MessageProblem({ person }: { person: Person }) {
  const { id, messageProblem, textProblem } = person;
  const { canEdit } = useRights();
  const retry = (
    <CallButton
      call="POST /api/admin/people/:id/retry-messages"
      input={{ params: { id } }}
      invalidates={lists}
      later={lists}
      failed="We couldn’t send the message. Please try again."
      aria-label={`Retry, message to ${fullName(person)}`}
    >
      Retry
    </CallButton>
  );
  return (
    <>
      {messageProblem && (
        <FailureNote retry={canEdit && retry}>Message not sent: {messageProblem}</FailureNote>
      )}
      {textProblem && <FailureNote>Text not delivered: {textProblem}</FailureNote>}
    </>
  );
}
