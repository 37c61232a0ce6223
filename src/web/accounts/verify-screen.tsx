import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { landingPageOf } from '../../course/landing-pages.ts';
import { PAGES } from '../../course/pages.ts';
import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { enterAs } from '../auth.tsx';
import type { LoginState } from '../login-state.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { linkFailed, readRefusal } from './refused-link.ts';
import { keepSentLink } from './sent-link.ts';
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

  if (data?.user) {
    // Staff handed these over, so they prove nothing about an email address.
    const isMailed = !['printed', 'staff'].includes(visit.data?.kind ?? '');
    return <Success user={data.user} redirectTo={data.redirectTo} isMailed={isMailed} />;
  }
  if (data?.confirmAs) {
    const confirm = () => confirmation.mutate({ body: { token, confirmed: true } });
    return <Confirmation link={data} onContinue={confirm} />;
  }
  if (error || data) {
    const message = errorMessage(error, 'Invalid or expired token');
    return <Failure refused={{ message, link: readRefusal(error), token }} />;
  }
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

type Answer = ApiResponse<typeof verifyLink>;

/** How the link came to somebody whose browser did not ask for it. */
const kindSentences: Record<NonNullable<Answer['kind']>, string> = {
  asked: 'This link was asked for in another browser or on another device.',
  welcome: `This link was sent to you by ${site.organisation}.`,
  reminder: 'This link came with a message about your course.',
  staff: `This link was given to you by ${site.organisation}.`,
  printed: `Someone at ${site.organisation} made this link for you on the server.`,
};

interface ConfirmationProps {
  link: Answer;
  onContinue: () => void;
}

/**
 * For a browser that did not request the link: a mail scanner's, or the user's other device. And for one in which
 * somebody else is signed in, whose session would end.
 */
function Confirmation({ link, onContinue }: ConfirmationProps) {
  const { confirmAs, kind, signedInAs } = link;
  return (
    <SignInLayout title={`Sign in as ${confirmAs}`}>
      {kind && <p className="mt-3 text-balance text-muted">{kindSentences[kind]}</p>}
      <p className="mt-3 text-balance text-muted">
        Press Continue if this account is yours. If it is not, close this page.
      </p>
      {signedInAs && (
        <Notice tone="warning" title="Somebody is signed in here" className="mt-6">
          <span className="wrap-anywhere">{signedInAs}</span> is signed in on this browser. Continue
          signs that account out.
        </Notice>
      )}
      <Button className="mt-8 w-full" onClick={onContinue}>
        Continue
      </Button>
    </SignInLayout>
  );
}

interface SuccessProps extends Pick<Answer, 'redirectTo'> {
  user: User;
  /** False for a link that the command line printed: it says nothing about the email address. */
  isMailed: boolean;
}

function Success({ user, redirectTo, isMailed }: SuccessProps) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    toast({ title: isMailed ? 'Email verified successfully' : 'You are signed in' });
    const target = redirectTo && isOwnPath(redirectTo) ? redirectTo : landingPageOf(user.role);
    keepSentLink(null);
    // Replaces this page in the history, so that Back does not open a used link again.
    enterAs(client, user).then(() => navigate(target, { replace: true }));
  }, [user, redirectTo, isMailed, client, navigate]);
  return <Verifying />;
}

/** `//host`, `/\host` and a path with a tab in it would all leave the site. */
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])\S*$/.test(address);
}

function Failure({ refused }: Required<Pick<LoginState, 'refused'>>) {
  const [, navigate] = useLocation();
  const { message, link, token } = refused;
  const { state, sendTo } = link ?? {};
  useEffect(() => {
    toast({ title: 'Verification failed', description: message, variant: 'destructive' });
    // What was asked for in this tab is over with it: the login page is to say so, and not to wait for it.
    if (state === 'used' || state === 'expired') keepSentLink(null);
    const refusedLink = state && { state, ...(sendTo && { sendTo }) };
    const goBack = () =>
      navigate<LoginState>(PAGES.login, {
        replace: true,
        state: { refused: { message, link: refusedLink, token } },
      });
    const timer = setTimeout(goBack, redirectDelayMs);
    return () => clearTimeout(timer);
  }, [message, state, sendTo, token, navigate]);
  return (
    <SignInLayout title={linkFailed}>
      <p className="mt-3 text-balance">{message}</p>
      <p className="mt-3 text-balance text-muted">
        We are taking you back to the login page, where you can have a new link sent.
      </p>
    </SignInLayout>
  );
}

function IncompleteLink() {
  const [, navigate] = useLocation();
  useEffect(() => {
    const message = 'Invalid verification link';
    toast({ title: message, variant: 'destructive' });
    const state: LoginState = { refused: { message, link: { state: 'unknown' } } };
    navigate<LoginState>(PAGES.login, { replace: true, state });
  }, [navigate]);
  return null;
}
