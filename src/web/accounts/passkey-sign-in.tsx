import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiResponse, callApi, errorMessage, useSingleMutation } from '../api.ts';
import { enterAs } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { InlineError } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { usesPasskeys } from './sent-link.ts';
import { SignInLayout } from './sign-in-layout.tsx';

type SignedIn = ApiResponse<'POST /api/auth/passkey'>;

async function signIn(useBrowserAutofill = false): Promise<SignedIn> {
  const { options } = await callApi('POST /api/auth/passkey/options');
  const response = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill });
  return callApi('POST /api/auth/passkey', { body: { response: { ...response } } });
}

async function addPasskey(name?: string): Promise<SignedIn> {
  const { options } = await callApi('POST /api/account/passkeys/options');
  const response = { ...(await startRegistration({ optionsJSON: options as never })) };
  return callApi('POST /api/account/passkeys', { body: { response, ...(name && { name }) } });
}

/** Lets the browser offer passkeys in the email field. Returns a function that stops this. */
export function offerAutofill(onSignedIn: (answer: SignedIn) => void): () => void {
  const offer = () => signIn(true).then(onSignedIn, () => undefined);
  offer();
  // Request a new challenge every four minutes, because the server accepts each one for only five.
  const timer = setInterval(offer, 4 * 60_000);
  return () => {
    clearInterval(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}

interface PasskeyButtonProps {
  isNew?: boolean;
  name?: string;
  onDone: (answer: SignedIn) => unknown;
  variant?: 'primary' | 'quiet';
  children: ReactNode;
}

export function PasskeyButton({ isNew, name, onDone, variant, children }: PasskeyButtonProps) {
  const run = () => (isNew ? addPasskey(name?.trim()) : signIn());
  const { mutate, isPending, error } = useSingleMutation(run, {
    onSuccess(answer) {
      usesPasskeys(true);
      return onDone(answer);
    },
  });
  return (
    <>
      <Button
        variant={variant}
        className="w-full"
        pending={isPending}
        pendingText="Waiting for your device..."
        onClick={() => mutate()}
      >
        {children}
      </Button>
      <div aria-live="polite" className="empty:hidden">
        {error && (
          <InlineError className="mt-3">
            {/* Browsers don't say whether the user canceled or the device failed. */}
            {errorMessage(error, 'We didn’t get a passkey from your device. Please try again.')}
          </InlineError>
        )}
      </div>
    </>
  );
}

const sentences = {
  add: 'Your school asks staff to sign in with a passkey: your fingerprint, your face or your device’s PIN. It takes a few seconds to set up.',
  use: 'Please confirm that it’s you. If you’ve lost your passkey, ask another admin to reset it.',
};

/** If the portal requires passkeys, replaces every page until the staff member has added or used one. */
export function PasskeyStep({ step, email }: { step: keyof typeof sentences; email: string }) {
  const title = step === 'add' ? 'Add a passkey' : 'Use your passkey';
  usePageTitle(title);
  const client = useQueryClient();
  return (
    <SignInLayout title={title}>
      <p className="wrap-anywhere mt-3 text-balance text-muted">You’re signing in as {email}.</p>
      <p className="mt-3 mb-6 text-balance text-muted">{sentences[step]}</p>
      <PasskeyButton onDone={({ user }) => enterAs(client, user)} isNew={step === 'add'}>
        {step === 'add' ? 'Add a Passkey' : 'Use Passkey'}
      </PasskeyButton>
    </SignInLayout>
  );
}
