import { useState } from 'react';
import type { PersonPage } from '../../contract/person-page.ts';
import { callApi } from '../api.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { formatPhone } from '../ui/contact.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Radio } from '../ui/radio.tsx';
import type { DialogControl } from '../ui/use-dialog.ts';

interface SendLoginLinkDialogProps extends DialogControl {
  person: Pick<PersonPage, 'id' | 'firstName' | 'email' | 'phone' | 'isPhoneConfirmed'>;
}

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
      title="Send a Login Link"
      description={`The link signs ${firstName} in once and expires in a day. Earlier links will keep working.`}
      confirmText="Send Login Link"
      confirmVariant="primary"
      pendingText="Sending..."
      run={() =>
        callApi('POST /api/admin/people/:id/send-login-link', { params: { id }, body: { by } })
      }
      toast={({ message }) => ({ title: 'Login link sent', description: message })}
      failed="We couldn’t send the login link. Please try again."
    >
      <fieldset className="mt-5">
        <legend className="sr-only">How to send the link</legend>
        {ways.map(({ value, label }) => (
          <Radio key={value} name="by" checked={by === value} onChange={() => setBy(value)}>
            {label}
          </Radio>
        ))}
      </fieldset>
      {!isPhoneConfirmed && (
        <p className="mt-1 text-muted text-sm">
          {phone
            ? `They haven’t confirmed ${formatPhone(phone)} yet, so we can’t text them a link.`
            : 'We can’t text them a link, because we don’t have their phone number.'}
        </p>
      )}
    </ActionDialog>
  );
}

type CopyLinkDialogProps = DialogControl & { name: string; link: string };

/** Shown if the browser didn't allow copying the link. */
export function CopyLinkDialog({ name, link, open, onClose }: CopyLinkDialogProps) {
  return (
    <Dialog
      {...{ open, onClose }}
      title="Copy the Link Yourself"
      description={`${name} can use this link to sign in once. It expires in 24 hours.`}
    >
      <div className="mt-5">
        <TextField
          label="Login link"
          readOnly
          value={link}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <DialogActions onClose={onClose} />
    </Dialog>
  );
}
