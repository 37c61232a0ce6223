import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { notifyOtherTabs, stopWaiting } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { InlineError } from '../ui/notice.tsx';
import { CodeForm } from './code-form.tsx';
import type { SentLink } from './sent-link.ts';

/**
 * A dialog for users whose session ended. Once they type the code, or open the link in another tab, the failed request
 * is retried.
 */
export function SignInAgain({ user }: { user: User }) {
  const client = useQueryClient();
  const [sent, setSent] = useState<SentLink>();
  const { email } = user;
  const send = useApiMutation('POST /api/auth/login', {
    onSuccess: ({ minutes }) => setSent({ email, minutes, at: Date.now() }),
  });
  const sendCode = () => send.mutate({ body: { email } });
  return (
    <Dialog
      open
      // Only the buttons close this dialog, because a stray Escape would discard what the user typed on the page.
      busy
      onClose={() => undefined}
      title="You were signed out"
      description={
        sent
          ? `We sent a code to ${email}. It works for ${sent.minutes} minutes. You can also open the link from that email in this browser.`
          : 'Nothing is lost. Sign in again to pick up where you left off.'
      }
    >
      {sent ? (
        <div className="mt-5">
          <CodeForm
            sent={sent}
            onSignedIn={async (answer) => {
              await setCachedUser(client, answer.user);
              notifyOtherTabs('signed-in');
              stopWaiting(true);
            }}
            onSendAgain={sendCode}
            isSending={send.isPending}
            takesFocus
          />
        </div>
      ) : (
        <p className="wrap-anywhere mt-4">
          Your account: <span className="font-semibold">{email}</span>
        </p>
      )}
      <div aria-live="polite">
        {send.error && (
          <InlineError className="mt-4">
            {errorMessage(send.error, 'We couldn’t send the code. Please try again.')}
          </InlineError>
        )}
      </div>
      <DialogActions>
        <Button variant={sent ? 'ghost' : 'outline'} onClick={() => stopWaiting(false)}>
          Leave This Page
        </Button>
        {!sent && (
          <Button pending={send.isPending} pendingText="Sending..." onClick={sendCode}>
            Send Code
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
