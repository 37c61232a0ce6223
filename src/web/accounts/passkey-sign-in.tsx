import {
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
import { usesPasskeys } from './sent-link.ts';
import { SignInLayout } from './sign-in-layout.tsx';

type SignedIn = ApiResponse<'POST /api/auth/passkey'>;

async function signIn(useBrowserAutofill = false): Promise<SignedIn> {
  const { options } = await callApi('POST /api/auth/passkey/options');
  const response = await startAuthentication({ optionsJSON: options as never, useBrowserAutofill });
  const answer = await callApi('POST /api/auth/passkey', { body: { response: { ...response } } });
  usesPasskeys(true);
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

async function addPasskey(name: string) {
  const { options } = await callApi('POST /api/account/passkeys/options');
  const response = { ...(await startRegistration({ optionsJSON: options as never })) };
  const body = { response, ...(name.trim() && { name }) };
  await callApi('POST /api/account/passkeys', { body });
  usesPasskeys(true);
}

interface LookProps {
  variant?: 'primary' | 'outline' | undefined;
  children: ReactNode;
}

interface UsePasskeyProps extends LookProps {
  onSignedIn: (answer: SignedIn) => unknown;
}

export function UsePasskey({ onSignedIn, ...look }: UsePasskeyProps) {
  return <PasskeyButton {...look} {...useSingleMutation(signIn, { onSuccess: onSignedIn })} />;
}

export function usePasskeyUpdate() {
  const client = useQueryClient();
  return () =>
    Promise.all([invalidate(client, 'GET /api/user'), invalidate(client, 'GET /api/account')]);
}

interface AddPasskeyProps extends Pick<LookProps, 'variant'> {
  name?: string;
  onAdded?: () => void;
}

export function AddPasskey({ variant, name = '', onAdded }: AddPasskeyProps) {
  const update = usePasskeyUpdate();
  const onSuccess = () => update().then(onAdded);
  return (
    <PasskeyButton variant={variant} {...useSingleMutation(() => addPasskey(name), { onSuccess })}>
      Add a Passkey
    </PasskeyButton>
  );
}

interface PasskeyButtonProps extends LookProps {
  mutate: () => void;
  isPending: boolean;
  error: Error | null;
}

function PasskeyButton({ variant, children, mutate, isPending, error }: PasskeyButtonProps) {
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
            {errorMessage(error, 'Your device didn’t use a passkey. Please try again.')}
          </InlineError>
        )}
      </div>
    </>
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
