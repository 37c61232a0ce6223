import { useState } from 'react';
import { errorMessage, useApiMutation } from '../api.ts';
import { formatPhone } from '../ui/contact.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { toast } from '../ui/toast.ts';
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

const failed = 'We couldn’t send the login link. Please try again.';

export function SendLoginLinkDialog({ person, open, onClose }: SendLoginLinkDialogProps) {
  const { id, firstName, email, phone, isPhoneConfirmed } = person;
  const [by, setBy] = useState<'email' | 'text'>('email');
  const send = useApiMutation('POST /api/admin/people/:id/send-login-link', {
    onSuccess: ({ message }) => {
      toast({ title: 'Login link sent', description: message });
      onClose();
    },
  });
  const ways = [
    { value: 'email' as const, label: `By email to ${email}` },
    ...(phone && isPhoneConfirmed
      ? [{ value: 'text' as const, label: `By text to ${formatPhone(phone)}` }]
      : []),
  ];
  return (
    <FormDialog
      {...{ open, onClose }}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ params: { id }, body: { by } });
      }}
      isSaving={send.isPending}
      isDirty={false}
      returnTo="main"
      title="Send a Login Link"
      description={`The link signs ${firstName} in once and expires in a day. Earlier links will keep working.`}
      submitText="Send Login Link"
      pendingText="Sending..."
      problem={send.error ? errorMessage(send.error, failed) : undefined}
    >
      <div>
        <fieldset>
          <legend className="sr-only">How to send the link</legend>
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
              ? `They haven’t confirmed ${formatPhone(phone)} yet, so we can’t text them a link.`
              : 'We can’t text them a link, because we don’t have their phone number.'}
          </p>
        )}
      </div>
    </FormDialog>
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
