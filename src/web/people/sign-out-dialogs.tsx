import { callApi } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

type SignOutDialogProps = DialogControl & {
  person: { id: number; firstName: string; lastName: string };
};

/** For people who lost a device or suspect that someone else is using their account. */
export function SignOutPersonDialog({ person, ...dialog }: SignOutDialogProps) {
  const name = `${person.firstName} ${person.lastName}`;
  const params = { id: person.id };
  return (
    <ActionDialog
      {...dialog}
      title="Sign out everywhere?"
      description={`We’ll sign ${name} out on every device, and unused login links will stop working.`}
      confirmText="Sign Out Everywhere"
      pendingText="Signing out..."
      run={() => callApi('POST /api/admin/people/:id/sign-out', { params })}
      toast={() => ({ title: `${name} is signed out everywhere` })}
      failed="We couldn’t sign this person out. Please try again."
    />
  );
}

export function ResetPasskeysDialog({ person, ...dialog }: SignOutDialogProps) {
  const name = `${person.firstName} ${person.lastName}`;
  const params = { id: person.id };
  return (
    <ActionDialog
      {...dialog}
      title="Reset passkeys?"
      description={`We’ll remove all of ${name}’s passkeys, sign them out and email them. Until they add a new passkey, anyone who can read their email can sign in as them, so please talk to them first.`}
      confirmText="Reset Passkeys"
      pendingText="Resetting..."
      run={() => callApi('POST /api/admin/people/:id/reset-passkeys', { params })}
      toast={({ message }) => ({ title: message })}
      failed="We couldn’t reset the passkeys. Please try again."
    />
  );
}
