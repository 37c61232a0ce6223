import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { identifierMissing } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { enterAs } from '../auth.tsx';
import { type LoginState, onOtherTabs } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { keepSentLink, readSentLink, type SentLink } from './sent-link.ts';

const { LinkSent } = lazily(() => import('./link-sent.tsx'));
const { RefusedLinkNotice } = lazily(() => import('./refused-link-notice.tsx'));

export function LoginForm() {
  const { refused, signedOut, returnTo } = useHistoryState<LoginState | null>() ?? {};
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(readSentLink);
  const [identifier, setIdentifier] = useState(
    (sent && 'email' in sent ? sent.email : signedOut?.email) ?? '',
  );
  const [problem, setProblem] = useState<string>();

  // Before it is needed: a script that could not be fetched, for want of a connection, is not asked for again.
  useEffect(() => void LinkSent.preload(), []);
  // The link was opened in another tab, or nobody is to see any more where it went.
  useEffect(() => onOtherTabs(() => keepSentLink(null)), []);
  const showProblem = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const showSent = (link: SentLink, message: string) => {
    toast({ title: 'Login link sent!', description: message || whereToLook });
    keepSentLink(link);
    setSent(link);
  };
  const sendLink = useApiMutation('POST /api/auth/login', {
    onSuccess: ({ message, minutes }, [{ body }]) =>
      showSent({ email: body.email, minutes, at: Date.now() }, message),
    onError: (error) => showProblem(errorMessage(error, 'Login failed. Please try again.')),
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Whatever else may be wrong with it, the server says; a schema would weigh on the first page.
    if (identifier.trim() === '') return showProblem(identifierMissing);
    setProblem(undefined);
    sendLink.mutate({ body: { email: identifier.trim(), redirectTo: returnTo } });
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    setIdentifier(event.target.value);
    setProblem(undefined);
  };
  const enter = async ({ user, redirectTo }: ApiResponse<'POST /api/auth/code'>) => {
    keepSentLink(null);
    // The guard of this page goes on to where its state says.
    const state = { returnTo: redirectTo ?? returnTo };
    navigate<LoginState>(PAGES.login, { replace: true, state });
    await enterAs(client, user);
    toast({ title: 'You are signed in' });
  };

  return (
    <>
      {!sent && refused && (
        <Suspense>
          <RefusedLinkNotice refused={refused} onSent={(link) => showSent(link, '')} />
        </Suspense>
      )}
      {!sent && signedOut && (
        <Notice tone="warning" title="You were signed out" className="mb-5">
          What you saved is safe. Sign in again, and you are back where you were.
        </Notice>
      )}
      {sent && (
        <Suspense>
          <LinkSent sent={sent} returnTo={returnTo} onSentAgain={showSent} onSignedIn={enter} />
        </Suspense>
      )}
      <form noValidate onSubmit={submit}>
        <TextField
          ref={field}
          label="Email or Phone"
          placeholder="Your email or phone number"
          name="email"
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          value={identifier}
          onChange={edit}
          error={problem}
        />
        <Button
          type="submit"
          variant={sent || refused?.link?.sendTo ? 'outline' : 'primary'}
          className="mt-4 w-full"
          pending={sendLink.isPending}
          pendingText="Sending..."
        >
          Send Login Link
        </Button>
      </form>
    </>
  );
}

const whereToLook = 'Check your email or phone for the login link';
