import { useQueryClient } from '@tanstack/react-query';
import {
  type ChangeEvent,
  type SubmitEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { identifierMissing } from '../../contract/sign-in-words.ts';
import { PAGES } from '../../course/pages.ts';
import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { enterAs } from '../auth.tsx';
import { type LoginState, onOtherTabs } from '../session.ts';
import { site } from '../site.ts';
import { useBrowserFact } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/field.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { TextButton, TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { keepSentLink, readSentLink, type SentLink, usesPasskeys } from './sent-link.ts';
import { SignInLayout } from './sign-in-layout.tsx';

const { LoginHelpDialog } = lazily(() => import('./login-help-dialog.tsx'));
const { PasskeyButton } = lazily(() => import('./passkey-sign-in.tsx'), { isOnDemand: true });
const { LinkSent, RefusedLinkNotice } = lazily(() => import('./login-notices.tsx'));

export function LoginScreen() {
  usePageTitle('Welcome');
  const help = useDialog<true>();
  return (
    <SignInLayout
      title="Welcome to Your Course Portal"
      footer={
        <p className="text-balance pb-2 text-muted text-sm">
          This portal is operated by {site.organization}, an educational partner of{' '}
          {site.parentOrganization}.
          <br />
          <TextLink
            href={PAGES.privacyPolicy}
            newTab
            className="inline-flex min-h-11 items-center whitespace-nowrap"
          >
            Privacy Policy
          </TextLink>
        </p>
      }
    >
      <p className="mt-3 text-balance text-muted">
        No password needed. <br />
        We’ll send you a link that signs you in.
      </p>
      <Card className="mt-6 px-6 pt-6 pb-3">
        <LoginForm />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
          <TextButton className="min-h-11" aria-haspopup="dialog" onClick={() => help.open(true)}>
            Didn't receive email with link?
          </TextButton>
          <TextLink href={PAGES.help} newTab className="inline-flex min-h-11 items-center">
            Help
          </TextLink>
        </div>
      </Card>
      {help.render((dialog) => (
        <LoginHelpDialog {...dialog} />
      ))}
    </SignInLayout>
  );
}

function LoginForm() {
  const { refused, signedOut, returnTo } = useHistoryState<LoginState | null>() ?? {};
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState(readSentLink);
  const [typed, setTyped] = useState<string>();
  const known = sent && 'email' in sent ? sent.email : signedOut?.email;
  const identifier = typed ?? known ?? '';
  const [problem, setProblem] = useState<string>();
  const [isOther, setOther] = useState(false);

  // On a server-rendered page, people can type before the scripts load.
  useLayoutEffect(() => setTyped(field.current?.value || undefined), []);
  // Preload the notice, because browsers don't retry a script that failed to load while offline.
  useEffect(() => void LinkSent.preload(), []);
  // Once the user signs in or out in another tab, this page can stop waiting for the sent link.
  useEffect(() => onOtherTabs(() => keepSentLink(null)), []);
  const showProblem = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const showSent = (link: SentLink, message: string) => {
    toast({
      title: 'Login link sent!',
      description: message || 'Check your email or phone for the login link',
    });
    keepSentLink(link);
    setSent(link);
    setOther(false);
  };
  const sendLink = useApiMutation('POST /api/auth/login', {
    onSuccess: ({ message, minutes }, [{ body }]) =>
      showSent({ email: body.email, minutes, at: Date.now() }, message),
    onError: (error) => showProblem(errorMessage(error, 'Login failed. Please try again.')),
  });

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // The server validates the format, which keeps this page's script small.
    if (identifier.trim() === '') return showProblem(identifierMissing);
    setProblem(undefined);
    sendLink.mutate({ body: { email: identifier.trim(), redirectTo: returnTo } });
  };
  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value);
    setProblem(undefined);
  };
  const enter = async ({ user, redirectTo }: ApiResponse<'POST /api/auth/code'>) => {
    keepSentLink(null);
    const state = { returnTo: redirectTo ?? returnTo };
    navigate<LoginState>(PAGES.login, { replace: true, state });
    await enterAs(client, user);
    toast({ title: 'You’re signed in' });
  };

  const canUsePasskeys = useBrowserFact(() => 'PublicKeyCredential' in window);
  const hasPasskeys = canUsePasskeys && site.staffPasskeys !== 'off';
  const enterWithPasskey = useEffectEvent(enter);
  useEffect(() => {
    if (!hasPasskeys || !usesPasskeys()) return;
    const offering = import('./passkey-sign-in.tsx').then(
      ({ offerAutofill }) => offerAutofill((answer) => enterWithPasskey(answer)),
      () => undefined,
    );
    return () => void offering.then((stop) => stop?.());
  }, [hasPasskeys]);

  return (
    <>
      {!sent && refused && (
        <Suspense>
          <RefusedLinkNotice refused={refused} onSent={(link) => showSent(link, '')} />
        </Suspense>
      )}
      {!sent && signedOut && (
        <Notice tone="warning" title="You were signed out" className="mb-5">
          Everything you saved is safe. Sign in again to pick up where you left off.
        </Notice>
      )}
      {sent && (
        <Suspense>
          <LinkSent sent={sent} returnTo={returnTo} onSentAgain={showSent} onSignedIn={enter} />
          {!isOther && (
            <TextButton className="min-h-11 text-sm" onClick={() => setOther(true)}>
              Use another address
            </TextButton>
          )}
        </Suspense>
      )}
      {(!sent || isOther) && (
        <>
          {/* Until the script loads, `method="dialog"` does nothing, while GET would put the address into the URL. */}
          <form method="dialog" noValidate onSubmit={submit}>
            <TextField
              ref={field}
              autoFocus={isOther}
              label="Email or Phone"
              placeholder="Your email or phone number"
              name="email"
              autoComplete={hasPasskeys ? 'email webauthn' : 'email'}
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
              variant={sent || refused?.link?.sendTo ? 'quiet' : 'primary'}
              className="mt-4 w-full"
              pending={sendLink.isPending}
              pendingText="Sending..."
            >
              Send Login Link
            </Button>
          </form>
          {hasPasskeys && identifier.trim() !== '' && (
            <div className="mt-3">
              <Suspense>
                <PasskeyButton variant="quiet" onDone={enter}>
                  Use a Passkey (Staff)
                </PasskeyButton>
              </Suspense>
            </div>
          )}
        </>
      )}
    </>
  );
}
