import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { requiredText } from '../../contract/fields.ts';
import type { Passkey } from '../../contract/passkeys.ts';
import { formatSlot } from '../../course/format-time.ts';
import { callApi, invalidate, useApiQuery } from '../api.ts';
import { site } from '../site.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { type DialogControl, useDialog } from '../ui/use-dialog.ts';
import { useDialogForm } from '../ui/use-dialog-form.tsx';
import { AddPasskey } from './passkey-sign-in.tsx';

const passkeyBody = z.object({ name: requiredText('Please enter a name', 60) });

const explanations = {
  optional: 'You can still sign in with a link, even after you’ve added a passkey.',
  required:
    'Your school requires a passkey, so a login link alone doesn’t sign you in. Add one on a second device, in case you lose the first.',
};

/** Passkeys are for staff only. */
export function Passkeys() {
  const { data } = useApiQuery('GET /api/account');
  const renaming = useDialog<Passkey>();
  const removing = useDialog<Passkey>();
  const client = useQueryClient();
  return (
    <>
      <p className="mt-3 text-muted">
        A passkey signs you in with your fingerprint, your face or your device’s PIN. No one can use
        it from your mailbox.{' '}
        {explanations[site.staffPasskeys === 'required' ? 'required' : 'optional']}
      </p>
      <ul aria-label="Passkeys" className="my-3 divide-y divide-line empty:hidden">
        {data?.passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center gap-x-5 py-2">
            <div className="mr-auto">
              <p className="wrap-anywhere font-semibold">{passkey.name}</p>
              <p className="text-muted text-sm">{describeUse(passkey)}</p>
            </div>
            {[
              { label: 'Rename', dialog: renaming },
              { label: 'Remove', dialog: removing },
            ].map(({ label, dialog }) => (
              <TextButton
                key={label}
                className="min-h-11 text-sm"
                aria-haspopup="dialog"
                aria-label={`${label} ${passkey.name}`}
                onClick={() => dialog.open(passkey)}
              >
                {label}
              </TextButton>
            ))}
          </li>
        ))}
      </ul>
      <AddPasskey variant="outline" />
      {renaming.render((dialog, passkey) => (
        <RenameDialog passkey={passkey} {...dialog} />
      ))}
      {removing.render((dialog, { id, name }) => (
        <ActionDialog
          {...dialog}
          title={`Remove ${name}?`}
          description="This passkey will no longer sign you in. Remember to delete it on your device, too."
          confirmText="Remove Passkey"
          pendingText="Removing..."
          run={() => callApi('DELETE /api/account/passkeys/:id', { params: { id } })}
          onDone={() => {
            invalidate(client, 'GET /api/user');
            return invalidate(client, 'GET /api/account');
          }}
          toast={({ message }) => ({ title: message })}
          failed="We couldn’t remove the passkey. Please try again."
        />
      ))}
    </>
  );
}

function describeUse({ createdAt, lastUsedAt }: Passkey): string {
  const added = `Added ${formatSlot(new Date(createdAt))}`;
  return lastUsedAt ? `${added}. Last used ${formatSlot(new Date(lastUsedAt))}` : added;
}

function RenameDialog({ passkey, ...control }: DialogControl & { passkey: Passkey }) {
  const { field, dialog } = useDialogForm({
    schema: passkeyBody,
    values: { name: passkey.name },
    save: (body) => callApi('PATCH /api/account/passkeys/:id', { params: passkey, body }),
    invalidates: ['GET /api/account'],
    toast: ({ message }) => ({ title: message }),
    failed: 'We couldn’t rename the passkey. Please try again.',
    ...control,
  });
  return (
    <FormDialog
      {...dialog}
      title="Rename passkey"
      description="A name helps you tell your passkeys apart."
      submitText="Save Name"
      pendingText="Saving..."
    >
      <TextField label="Name" {...field('name')} />
    </FormDialog>
  );
}
