import type { ExistingMember } from '../../contract/staff.ts';
import { ApiError } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FormNotice } from '../ui/form-dialog.tsx';

/** Whom the email belongs to, where the server has refused to add them for that reason. */
export function memberIn(error: Error | null): ExistingMember | undefined {
  return error instanceof ApiError ? (error.current as ExistingMember | undefined) : undefined;
}

interface MemberOfferProps {
  member: ExistingMember;
  pending: boolean;
  onAccept: () => void;
}

/** Says who has the email already, and offers to make that person staff. */
export function MemberOffer({ member, pending, onAccept }: MemberOfferProps) {
  const name = `${member.firstName} ${member.lastName}`;
  const kind = member.role === 'student' ? 'a student' : 'one of the alumni';
  return (
    <FormNotice title={`${name} is in the portal as ${kind}.`}>
      <p className="mt-1">
        You can make this person staff. They keep their email and everything they have attended,
        leave the list of {member.role === 'student' ? 'students' : 'alumni'}, and are {kind} again
        when their access as staff ends. {member.firstName} will get a welcome email with a login
        link and be signed out everywhere.
      </p>
      <Button
        variant="outline"
        size="small"
        className="mt-3"
        pending={pending}
        pendingText="Changing..."
        onClick={onAccept}
      >
        Make {name} staff
      </Button>
    </FormNotice>
  );
}
