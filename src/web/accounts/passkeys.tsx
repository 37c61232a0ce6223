import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey } from '../../contract/accounts.ts';
import { formatSlot } from '../../course/format-time.ts';
import { callApi, invalidate, useApiQuery } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { site } from '../site.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { DialogButton } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { AccountList } from './account-list.tsx';
import { PasskeyButton } from './passkey-sign-in.tsx';

const { RenamePasskeyDialog } = lazily(() => import('./rename-passkey-dialog.tsx'));

const explanation =
  site.staffPasskeys === 'required'
    ? 'Your school requires a passkey, so a login link alone doesn’t sign you in. Add a passkey on a second device, too, in case you lose the first.'
    : 'You can still sign in with a link, even after you’ve added a passkey.';

export function Passkeys() {
  const client = useQueryClient();
  const query = useApiQuery('GET /api/account');
  const [newName, setNewName] = useState('');
  const renaming = useDialog<Passkey>();
  return (
    <>
      <p className="mt-3 text-muted">
        A passkey signs you in with your fingerprint, your face or your device’s PIN. Someone who
        can read your email still can’t use it. {explanation}
      </p>
      <AccountList
        query={query}
        what="your passkeys"
        emptyText="You don’t have a passkey yet."
        entries={query.data?.passkeys.map((passkey) => ({
          id: passkey.id,
          title: passkey.name,
          lines: [
            `${passkey.lastUsedAt ? 'Last used' : 'Added'} ${formatSlot(new Date(passkey.lastUsedAt ?? passkey.createdAt))}`,
          ],
          actions: (
            <>
              <DialogButton variant="plain" onClick={() => renaming.open(passkey)}>
                Rename
              </DialogButton>
              <ActionButton
                button={{ variant: 'plain', size: 'small' }}
                title={`Remove ${passkey.name}?`}
                description="You’ll no longer be able to sign in with this passkey, and we’ll sign you out on your other devices. Remember to delete it on your device, too."
                confirmText="Remove"
                pendingText="Removing..."
                run={() =>
                  callApi('DELETE /api/account/passkeys/:id', { params: { id: passkey.id } })
                }
                invalidates={['GET /api/user', 'GET /api/account']}
                failed="We couldn’t remove the passkey. Please try again."
              />
            </>
          ),
        }))}
      />
      <TextField
        label="Name of the new passkey (optional)"
        placeholder="For example, work laptop"
        className="mb-3"
        maxLength={60}
        value={newName}
        onChange={(event) => setNewName(event.target.value)}
      />
      <PasskeyButton
        variant="quiet"
        isNew
        name={newName}
        onDone={async ({ user }) => {
          setNewName('');
          await Promise.all([setCachedUser(client, user), invalidate(client, 'GET /api/account')]);
        }}
      >
        Add a Passkey
      </PasskeyButton>
      {renaming.render((dialog, passkey) => (
        <RenamePasskeyDialog passkey={passkey} {...dialog} />
      ))}
    </>
  );
}
