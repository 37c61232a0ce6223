import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { isStaff } from '../../course/roles.ts';
import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { notifyOtherTabs, stopWaiting, type WaitReason } from '../session.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { InlineError } from '../ui/notice.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { CodeForm } from './code-form.tsx';
import { PasskeyButton } from './passkey-sign-in.tsx';
import type { SentLink } from './sent-link.ts';

const words = {
  'signed-out': ['You were signed out', 'Sign in again to pick up where you left off.'],
  confirm: [
    'Please confirm that it’s you',
    'It’s been a while since you signed in, so we’re checking again.',
  ],
} as const;

/**
 * Shown to users whose session has ended or who have to confirm who they are. The failed request is retried once they
 * enter the code, use a passkey, or open the link in another tab.
 */
export function SignInAgain({ user, reason }: { user: User; reason: WaitReason }) {
  const client = useQueryClient();
  const [sent, setSent] = useState<SentLink>();
  const { email, phone, phoneShown, isPhoneConfirmed, hasPasskeys } = user;
  const [title, sentence] = words[reason];
  const offersPasskey = hasPasskeys && site.staffPasskeys !== 'off';
  const offersCode = !(offersPasskey && site.staffPasskeys === 'required');
  // Don't offer texts to staff, because some portals don't let staff sign in by text.
  const offersText = phone !== null && isPhoneConfirmed && !isStaff(user.role);
  const send = useApiMutation('POST /api/auth/login', {
    onSuccess: ({ minutes }, [{ body }]) => setSent({ email: body.email, minutes, at: Date.now() }),
  });
  const sendCode = (to: string) => send.mutate({ body: { email: to } });
  const finish = async (answer: ApiResponse<'POST /api/auth/code'>) => {
    await setCachedUser(client, answer.user);
    notifyOtherTabs('signed-in');
    stopWaiting(answer.user.id === user.id);
  };
  const sentTo = sent && 'email' in sent ? sent.email : email;
  return (
    <Dialog
      open
      // Only the buttons close this dialog. A stray Escape would discard what the user typed.
      busy
      onClose={() => undefined}
      title={title}
      description={
        sent
          ? `We sent a code to ${sentTo === phone ? phoneShown : sentTo}. It works for ${sent.minutes} minutes. You can also open the link from that message in this browser.`
          : `Nothing is lost. ${sentence}`
      }
    >
      {sent ? (
        <div className="mt-5">
          <CodeForm
            sent={sent}
            onSignedIn={finish}
            onSendAgain={() => sendCode(sentTo)}
            isSending={send.isPending}
          />
        </div>
      ) : (
        <p className="wrap-anywhere mt-4">
          Your account: <span className="font-semibold">{email}</span>
        </p>
      )}
      {offersPasskey && (
        <div className="mt-4">
          <PasskeyButton onDone={finish}>Use Passkey</PasskeyButton>
        </div>
      )}
      {offersText && !sent && (
        <TextButton className="mt-2 min-h-11" onClick={() => sendCode(phone)}>
          Text me a code instead
        </TextButton>
      )}
      <div aria-live="polite">
        {send.error && (
          <InlineError className="mt-4">
            {errorMessage(send.error, 'We couldn’t send the code. Please try again.')}
          </InlineError>
        )}
      </div>
      <DialogActions>
        <Button variant={sent ? 'plain' : 'quiet'} onClick={() => stopWaiting(false)}>
          {reason === 'confirm' ? 'Cancel' : 'Leave This Page'}
        </Button>
        {!sent && offersCode && (
          <Button
            variant={offersPasskey ? 'quiet' : 'primary'}
            pending={send.isPending}
            pendingText="Sending..."
            onClick={() => sendCode(email)}
          >
            Send Code
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
