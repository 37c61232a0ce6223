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
 * Over a page whose session has ended while somebody was doing something there. Nothing on the page is lost, and what
 * they pressed is done once they have typed the code. A link that is opened in another tab does as well.
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
      // Only its buttons close it: a stray Escape would lose what is on the page.
      busy
      onClose={() => undefined}
      title="You were signed out"
      description={
        sent
          ? `We have sent a code to ${email}. It works for ${sent.minutes} minutes. The link beside it does as well, if you open it in this browser.`
          : 'What you saved is safe, and what you have just done is still here. Sign in again, and it goes on.'
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
            {errorMessage(send.error, 'The code could not be sent. Please try again.')}
          </InlineError>
        )}
      </div>
      <DialogActions>
        <Button variant={sent ? 'ghost' : 'outline'} onClick={() => stopWaiting(false)}>
          Leave this page
        </Button>
        {!sent && (
          <Button pending={send.isPending} pendingText="Sending..." onClick={sendCode}>
            Send me a code
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
