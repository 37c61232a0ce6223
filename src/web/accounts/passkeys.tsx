import { useState } from 'react';
import type { Passkey } from '../../contract/passkeys.ts';
import { formatSlot } from '../../course/format-time.ts';
import { callApi, useApiQuery } from '../api.ts';
import { site } from '../site.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { AddPasskey, usePasskeyUpdate } from './passkey-sign-in.tsx';

const explanation =
  site.staffPasskeys === 'required'
    ? 'Your school requires a passkey, so a login link alone doesn’t sign you in. Add one on a second device, in case you lose the first.'
    : 'You can still sign in with a link, even after you’ve added a passkey.';

export function Passkeys() {
  const { data } = useApiQuery('GET /api/account');
  const [name, setName] = useState('');
  const removing = useDialog<Passkey>();
  const update = usePasskeyUpdate();
  return (
    <>
      <p className="mt-3 text-muted">
        A passkey signs you in with your fingerprint, your face or your device’s PIN. No one can use
        it from your mailbox. {explanation}
      </p>
      <ul aria-label="Passkeys" className="my-3 divide-y divide-line">
        {data?.passkeys.map((passkey) => (
          <li key={passkey.id} className="flex items-center justify-between gap-5 py-2">
            <div>
              <p className="wrap-anywhere font-semibold">{passkey.name}</p>
              <p className="text-muted text-sm">{describeUse(passkey)}</p>
            </div>
            <TextButton
              className="min-h-11 text-sm"
              aria-haspopup="dialog"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => removing.open(passkey)}
            >
              Remove
            </TextButton>
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <TextField
          label="Name of the new passkey (optional)"
          placeholder="For example, work laptop"
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <AddPasskey variant="outline" name={name} onAdded={() => setName('')} />
      </div>
      {removing.render((dialog, passkey) => (
        <ActionDialog
          {...dialog}
          title={`Remove ${passkey.name}?`}
          description="This passkey will no longer sign you in. Remember to delete it on your device, too."
          confirmText="Remove Passkey"
          pendingText="Removing..."
          run={() => callApi('DELETE /api/account/passkeys/:id', { params: { id: passkey.id } })}
          onDone={update}
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
