import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatSlot } from '../../course/format-time.ts';
import { callApi, invalidate, useApiQuery } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { site } from '../site.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { TextField } from '../ui/field.tsx';
import { PasskeyButton } from './passkey-sign-in.tsx';

const explanation =
  site.staffPasskeys === 'required'
    ? 'Your school requires a passkey, so a login link alone doesn’t sign you in. Add one on a second device, in case you lose the first.'
    : 'You can still sign in with a link, even after you’ve added a passkey.';

export function Passkeys() {
  const client = useQueryClient();
  const { data } = useApiQuery('GET /api/account');
  const [newName, setNewName] = useState('');
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
              <p className="text-muted text-sm">
                {passkey.lastUsedAt ? 'Last used' : 'Added'}{' '}
                {formatSlot(new Date(passkey.lastUsedAt ?? passkey.createdAt))}
              </p>
            </div>
            <ActionButton
              button={{ variant: 'ghost', size: 'small' }}
              title={`Remove ${passkey.name}?`}
              description="This passkey will no longer sign you in. Remember to delete it on your device, too."
              confirmText="Remove"
              pendingText="Removing..."
              run={() =>
                callApi('DELETE /api/account/passkeys/:id', { params: { id: passkey.id } })
              }
              invalidates={['GET /api/user', 'GET /api/account']}
              failed="We couldn’t remove the passkey. Please try again."
            />
          </li>
        ))}
      </ul>
      <TextField
        label="Name of the new passkey (optional)"
        placeholder="For example, work laptop"
        className="mb-3"
        maxLength={60}
        value={newName}
        onChange={(event) => setNewName(event.target.value)}
      />
      <PasskeyButton
        variant="outline"
        isNew
        name={newName}
        onDone={async ({ user }) => {
          setNewName('');
          await Promise.all([setCachedUser(client, user), invalidate(client, 'GET /api/account')]);
        }}
      >
        Add a Passkey
      </PasskeyButton>
    </>
  );
}
