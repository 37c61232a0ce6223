import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/sign-in.ts';
import { PAGES } from '../../course/pages.ts';
import { landingPageOf } from '../../course/roles.ts';
import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { type FailedLink, linkFailed } from './login-form.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

const title = 'Verifying your email';
const verifyLink = 'POST /api/auth/verify';
/** Long enough to read why the link failed. */
const redirectDelayMs = 2_000;

export function VerifyScreen() {
  usePageTitle(title);
  // Read once: leaving this page takes the token out of the address.
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token'));
  return (
    <div aria-live="polite" className="flex flex-1 flex-col">
      {token ? <Verification token={token} /> : <IncompleteLink />}
    </div>
  );
}

function Verification({ token }: { token: string }) {
  // Posted once, by the first of the two effects that React's strict mode runs: the second finds it pending.
  const visit = useApiMutation(verifyLink);
  const { mutate: verify } = visit;
  useEffect(() => verify({ body: { token } }), [verify, token]);
  const confirmation = useApiMutation(verifyLink);
  const { data, error } = confirmation.isIdle ? visit : confirmation;

  if (data?.user) return <Success user={data.user} redirectTo={data.redirectTo} />;
  if (data?.confirmAs) {
    const confirm = () => confirmation.mutate({ body: { token, confirmed: true } });
    return <Confirmation account={data.confirmAs} onContinue={confirm} />;
  }
  if (error || data) return <Failure reason={errorMessage(error, 'Invalid or expired token')} />;
  return <Verifying />;
}

function Verifying() {
  return (
    <SignInLayout title={title}>
      <p className="mt-3 text-muted">Please wait while we verify your email...</p>
      <Spinner label={title} className="mx-auto mt-8" />
    </SignInLayout>
  );
}

interface ConfirmationProps {
  account: string;
  onContinue: () => void;
}

/**
 * For a browser that did not request the link: a mail scanner's, or the user's other device. Links in welcomes and
 * reminders were not requested by anybody, so the text does not mention a request.
 */
function Confirmation({ account, onContinue }: ConfirmationProps) {
  return (
    <SignInLayout title={`Sign in as ${account}`}>
      <p className="mt-3 text-balance text-muted">
        Press Continue if this account is yours. If it is not, close this page.
      </p>
      <Button className="mt-8 w-full" onClick={onContinue}>
        Continue
      </Button>
    </SignInLayout>
  );
}

function Success({
  user,
  redirectTo,
}: Pick<ApiResponse<typeof verifyLink>, 'redirectTo'> & { user: User }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    toast({ title: 'Email verified successfully' });
    const target = redirectTo && isOwnPath(redirectTo) ? redirectTo : landingPageOf(user.role);
    // Replaces this page in the history, so that Back does not open a used link again.
    setCachedUser(client, user).then(() => navigate(target, { replace: true }));
  }, [user, redirectTo, client, navigate]);
  return <Verifying />;
}

/** `//host`, `/\host` and a path with a tab in it would all leave the site. */
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])\S*$/.test(address);
}

function Failure({ reason }: { reason: string }) {
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({ title: 'Verification failed', description: reason, variant: 'destructive' });
    const goBack = () =>
      navigate<FailedLink>(PAGES.login, { replace: true, state: { failedLink: reason } });
    const timer = setTimeout(goBack, redirectDelayMs);
    return () => clearTimeout(timer);
  }, [reason, navigate]);
  return (
    <SignInLayout title={linkFailed}>
      <p className="mt-3 text-balance text-muted">
        We are taking you back to the login page, where you can ask for a new link.
      </p>
    </SignInLayout>
  );
}

function IncompleteLink() {
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({ title: 'Invalid verification link', variant: 'destructive' });
    navigate(PAGES.login, { replace: true });
  }, [navigate]);
  return null;
}
