import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { AnswerTo } from '../../contract/contract.ts';
import type { User } from '../../contract/sign-in.ts';
import { FAILED_VERIFICATION_DELAY_MS } from '../../course/course.ts';
import { PAGES } from '../../course/pages.ts';
import { landingPageOf } from '../../course/roles.ts';
import { rememberUser } from '../auth.tsx';
import { useAnswer, useChange, wordsOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { type FailedLink, linkFailed } from './failed-link.ts';
import { SignInLayout } from './sign-in-layout.tsx';

const title = 'Verifying your email';
const verifyLink = 'POST /api/auth/verify';

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
  // A query although it posts: the cache makes one call of the two that React's strict mode wishes for.
  const visit = useAnswer(verifyLink, { body: { token } });
  const confirmation = useChange(verifyLink);
  const { answer, error } =
    confirmation.state === 'idle' ? { answer: visit.data, error: visit.error } : confirmation;

  if (answer?.user) return <Success user={answer.user} redirectTo={answer.redirectTo} />;
  if (answer?.confirmAs) {
    const confirm = () => confirmation.make({ body: { token, confirmed: true } });
    return <Confirmation account={answer.confirmAs} onContinue={confirm} />;
  }
  if (error || answer) return <Failure reason={wordsOf(error, 'Invalid or expired token')} />;
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

/** This browser did not ask for the link; it may be a mail scanner's, or somebody's other device. */
function Confirmation({ account, onContinue }: ConfirmationProps) {
  return (
    <SignInLayout title={`Sign in as ${account}`}>
      <p className="mt-3 text-balance text-muted">
        This link was asked for in another browser or on another device.
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
}: Pick<AnswerTo<typeof verifyLink>, 'redirectTo'> & { user: User }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    toast({ title: 'Email verified successfully' });
    const target = redirectTo && isOwnPath(redirectTo) ? redirectTo : landingPageOf(user.role);
    // In place of this page, so that going back does not come by a spent link again.
    rememberUser(client, user).then(() => navigate(target, { replace: true }));
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
    const timer = setTimeout(goBack, FAILED_VERIFICATION_DELAY_MS);
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
