import { callApi } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

/** For people who lost a device or suspect that someone else is using their account. */
const changes = {
  signOut: {
    call: 'POST /api/admin/people/:id/sign-out',
    title: 'Sign out everywhere?',
    describe: (name: string) =>
      `We’ll sign ${name} out on every device, and unused login links will stop working.`,
    confirmText: 'Sign Out Everywhere',
    done: (name: string) => `${name} is signed out everywhere`,
    failed: 'We couldn’t sign this person out. Please try again.',
  },
  resetPasskeys: {
    call: 'POST /api/admin/people/:id/reset-passkeys',
    title: 'Reset passkeys?',
    describe: (name: string) =>
      `We’ll remove all of ${name}’s passkeys, sign them out and email them. Until they add a new passkey, anyone who can read their email can sign in as them, so please talk to them first.`,
    confirmText: 'Reset Passkeys',
    done: (name: string) => `${name}’s passkeys were removed`,
    failed: 'We couldn’t reset the passkeys. Please try again.',
  },
} as const;

interface AccessDialogProps extends DialogControl {
  change: keyof typeof changes;
  person: { id: number; firstName: string; lastName: string };
}

export function AccessDialog({ change, person, ...dialog }: AccessDialogProps) {
  const { call, describe, done, ...words } = changes[change];
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <ActionDialog
      {...dialog}
      {...words}
      description={describe(name)}
      pendingText="One moment..."
      run={() => callApi(call, { params: { id: person.id } })}
      toast={() => ({ title: done(name) })}
    />
  );
}
