import { useState } from 'react';
import { callApi } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatPhone } from '../ui/format-phone.ts';
import type { DialogControl } from '../ui/use-dialog.ts';

interface SendLoginLinkDialogProps extends DialogControl {
  person: {
    id: number;
    firstName: string;
    email: string;
    phone: string | null;
    isPhoneConfirmed: boolean;
  };
}

/** Nobody is shown the link: it goes to the person's own mailbox or phone. */
export function SendLoginLinkDialog({ person, ...dialog }: SendLoginLinkDialogProps) {
  const { id, firstName, email, phone, isPhoneConfirmed } = person;
  const [by, setBy] = useState<'email' | 'text'>('email');
  const ways = [
    { value: 'email' as const, label: `By email to ${email}` },
    ...(phone && isPhoneConfirmed
      ? [{ value: 'text' as const, label: `By text to ${formatPhone(phone)}` }]
      : []),
  ];
  return (
    <ActionDialog
      {...dialog}
      returnTo="main"
      title="Send a Login Link"
      description={`It signs ${firstName} in once, within a day. Links that they have already go on working.`}
      confirmText="Send Login Link"
      confirmVariant="primary"
      pendingText="Sending..."
      run={() =>
        callApi('POST /api/admin/people/:id/send-login-link', { params: { id }, body: { by } })
      }
      toast={({ message }) => ({ title: 'Login link sent', description: message })}
      failed="The login link could not be sent. Please try again."
    >
      <fieldset className="mt-4">
        <legend className="sr-only">How</legend>
        {ways.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="by"
              value={value}
              checked={by === value}
              onChange={() => setBy(value)}
              className="size-5 shrink-0 accent-link"
            />
            <span className="wrap-anywhere">{label}</span>
          </label>
        ))}
      </fieldset>
      {!isPhoneConfirmed && (
        <p className="mt-1 text-muted text-sm">
          {phone
            ? `They have not confirmed ${formatPhone(phone)} yet, so no link goes there.`
            : 'There is no phone number to send a text to.'}
        </p>
      )}
    </ActionDialog>
  );
}
