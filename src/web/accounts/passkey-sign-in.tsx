import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '../../contract/accounts.ts';
import { type ApiResponse, callApi, errorMessage, invalidate, useSingleMutation } from '../api.ts';
import { enterAs } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { InlineError } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { rememberPasskey } from './sent-link.ts';
import { SignInLayout } from './sign-in-layout.tsx';

type SignedIn = ApiResponse<'POST /api/auth/passkey'>;

async function signIn(useBrowserAutofill: boolean): Promise<SignedIn> {
  const { options } = await callApi('POST /api/auth/passkey/options');
  const response = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill });
  const answer = await callApi('POST /api/auth/passkey', { body: { response: { ...response } } });
  rememberPasskey();
  return answer;
}

/** Lets the browser offer passkeys when the user focuses the email field. Returns a function that stops this. */
export function offerAutofill(onSignedIn: (answer: SignedIn) => void): () => void {
  const offer = () => signIn(true).then(onSignedIn, () => undefined);
  offer();
  // The server accepts each challenge for five minutes only.
  const timer = setInterval(offer, 4 * 60_000);
  return () => {
    clearInterval(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}

async function addPasskey() {
  const { options } = await callApi('POST /api/account/passkeys/options');
  const response = await startRegistration({ optionsJSON: options as never });
  const added = await callApi('POST /api/account/passkeys', {
    body: { response: { ...response } },
  });
  rememberPasskey();
  return added;
}

interface PasskeyButtonProps<Data> {
  run: () => Promise<Data>;
  onDone: (data: Data) => unknown;
  variant?: 'primary' | 'outline' | undefined;
  children: ReactNode;
}

function PasskeyButton<Data>({ run, onDone, variant, children }: PasskeyButtonProps<Data>) {
  const using = useSingleMutation(run, { onSuccess: onDone });
  if (!browserSupportsWebAuthn()) {
    return <p className="text-muted text-sm">This browser doesn’t support passkeys.</p>;
  }
  return (
    <>
      <Button
        variant={variant}
        className="w-full"
        pending={using.isPending}
        pendingText="Waiting for your device..."
        onClick={() => using.mutate()}
      >
        {children}
      </Button>
      <div aria-live="polite" className="empty:hidden">
        {using.error && (
          <InlineError className="mt-3">
            {/* Browsers don't say whether the user canceled or the device failed. */}
            {errorMessage(using.error, 'Your device didn’t use a passkey. Please try again.')}
          </InlineError>
        )}
      </div>
    </>
  );
}

interface UsePasskeyProps {
  onSignedIn: (answer: SignedIn) => unknown;
  variant?: 'primary' | 'outline';
  children: ReactNode;
}

export function UsePasskey({ onSignedIn, ...rest }: UsePasskeyProps) {
  return <PasskeyButton run={() => signIn(false)} onDone={onSignedIn} {...rest} />;
}

export function AddPasskey({ variant }: { variant?: 'primary' | 'outline' }) {
  const client = useQueryClient();
  const update = () =>
    Promise.all([invalidate(client, 'GET /api/user'), invalidate(client, 'GET /api/account')]);
  return (
    <PasskeyButton run={addPasskey} onDone={update} variant={variant}>
      Add a Passkey
    </PasskeyButton>
  );
}

/** Replaces every page until staff have added or used a passkey, if the portal requires passkeys. */
export function PasskeyStep({ user: { email, passkeyStep } }: { user: User }) {
  const title = passkeyStep === 'add' ? 'Add a passkey' : 'Use your passkey';
  usePageTitle(title);
  const client = useQueryClient();
  return (
    <SignInLayout title={title}>
      <p className="wrap-anywhere mt-3 text-balance text-muted">You’re signing in as {email}.</p>
      <p className="mt-3 mb-6 text-balance text-muted">
        {passkeyStep === 'add'
          ? 'Your school asks staff to sign in with a passkey, such as your fingerprint, your face or your device’s PIN. It takes a few seconds to set up.'
          : 'Confirm that it’s you with your passkey. If you’ve lost it, ask another admin to reset your passkeys.'}
      </p>
      {passkeyStep === 'add' ? (
        <AddPasskey />
      ) : (
        <UsePasskey onSignedIn={(answer) => enterAs(client, answer.user)}>Use Passkey</UsePasskey>
      )}
    </SignInLayout>
  );
}
