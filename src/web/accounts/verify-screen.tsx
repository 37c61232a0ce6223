import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { RefusedLink, User } from '../../contract/accounts.ts';
import { PAGES } from '../../course/pages.ts';
import { landingPageOf } from '../../course/redirects.ts';
import { type ApiError, type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { enterAs } from '../auth.tsx';
import type { LoginState } from '../session.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Spinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { keepSentLink, linkFailed } from './sent-link.ts';
import { SignInLayout } from './sign-in-layout.tsx';

const title = 'Verifying your email';
const verifyLink = 'POST /api/auth/verify';
const redirectDelayMs = 2_000;

export function VerifyScreen() {
  usePageTitle(title);
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token'));
  return (
    <div aria-live="polite" className="flex flex-1 flex-col">
      {token ? <Verification token={token} /> : <IncompleteLink />}
    </div>
  );
}

function Verification({ token }: { token: string }) {
  // In strict mode, React runs the effect below twice, but `verify` ignores the second call while the first is pending.
  const visit = useApiMutation(verifyLink);
  const { mutate: verify } = visit;
  useEffect(() => verify({ body: { token } }), [verify, token]);
  const confirmation = useApiMutation(verifyLink);
  const { data, error } = confirmation.isIdle ? visit : confirmation;

  if (data?.user) {
    // Staff hand out printed and staff links directly, so opening one doesn't verify an email address.
    const isMailed = !['printed', 'staff'].includes(visit.data?.kind ?? '');
    return <Success user={data.user} redirectTo={data.redirectTo} isMailed={isMailed} />;
  }
  if (data?.confirmAs) {
    const confirm = () => confirmation.mutate({ body: { token, confirmed: true } });
    return <Confirmation link={data} onContinue={confirm} />;
  }
  if (error || data) {
    const message = errorMessage(error, 'Invalid or expired token');
    // Undefined if the server couldn't check the link.
    const link = (error as ApiError | null)?.current as RefusedLink | undefined;
    return <Failure refused={{ message, link, token }} />;
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

const kindSentences: Record<NonNullable<Answer['kind']>, string> = {
  asked: 'This link was requested in another browser or on another device.',
  welcome: `${site.organization} sent you this link.`,
  reminder: 'This link was in a message about your course.',
  staff: `Someone at ${site.organization} gave you this link.`,
  printed: `Someone at ${site.organization} created this link for you.`,
};

/** Shown if this browser didn't request the link (an email scanner may open links) or someone else is signed in. */
function Confirmation({ link, onContinue }: { link: Answer; onContinue: () => void }) {
  const { confirmAs, kind, signedInAs } = link;
  return (
    <SignInLayout title={`Sign in as ${confirmAs}`}>
      {kind && <p className="mt-3 text-balance text-muted">{kindSentences[kind]}</p>}
      <p className="mt-3 text-balance text-muted">
        Press Continue if this account is yours. If it isn’t, close this page.
      </p>
      {signedInAs && (
        <Notice tone="warning" title="Someone else is signed in" className="mt-6">
          <span className="wrap-anywhere">{signedInAs}</span> is signed in on this browser. If you
          continue, we’ll sign that account out.
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
  isMailed: boolean;
}

function Success({ user, redirectTo, isMailed }: SuccessProps) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  useEffect(() => {
    toast({ title: isMailed ? 'Email verified successfully' : 'You’re signed in' });
    const target = redirectTo && isOwnPath(redirectTo) ? redirectTo : landingPageOf(user.role);
    keepSentLink(null);
    // Replace this page in the history, so that Back doesn't open a used link.
    enterAs(client, user).then(() => navigate(target, { replace: true }));
  }, [user, redirectTo, isMailed, client, navigate]);
  return <Verifying />;
}

/** Rejects addresses that could lead to another site, such as `//host`, `/\host` or a path with a tab. */
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])\S*$/.test(address);
}

function Failure({ refused }: Required<Pick<LoginState, 'refused'>>) {
  const [, navigate] = useLocation();
  const { message, link, token } = refused;
  useEffect(() => {
    toast({ title: 'Verification failed', description: message, variant: 'destructive' });
    // The link no longer works, so the login page shouldn't ask the user to open it.
    if (link?.state === 'used' || link?.state === 'expired') keepSentLink(null);
    const goBack = () =>
      navigate<LoginState>(PAGES.login, {
        replace: true,
        state: { refused: { message, link, token } },
      });
    const timer = setTimeout(goBack, redirectDelayMs);
    return () => clearTimeout(timer);
  }, [message, link, token, navigate]);
  return (
    <SignInLayout title={linkFailed}>
      <p className="mt-3 text-balance">{message}</p>
      <p className="mt-3 text-balance text-muted">
        We’re taking you back to the login page, where you can get a new link.
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
