import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import type { LoginState } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { formatPhone } from '../ui/contact.tsx';
import { InlineError, Notice } from '../ui/notice.tsx';
import { CodeForm } from './code-form.tsx';
import { linkFailed, type SentLink } from './sent-link.ts';

const notSent = 'We couldn’t send the link. Please try again.';

interface LinkSentProps {
  sent: SentLink;
  returnTo: string | undefined;
  onSentAgain: (sent: SentLink, message: string) => void;
  onSignedIn: (answer: ApiResponse<'POST /api/auth/code'>) => void;
}

export function LinkSent({ sent, returnTo, onSentAgain, onSignedIn }: LinkSentProps) {
  const onSuccess = ({ message, minutes }: { message: string; minutes: number }) =>
    onSentAgain({ ...sent, minutes, at: Date.now() }, message);
  const byAddress = useApiMutation('POST /api/auth/login', { onSuccess });
  const byLink = useApiMutation('POST /api/auth/new-link', { onSuccess });
  const sendAgain = () => {
    if ('token' in sent) byLink.mutate({ body: { token: sent.token } });
    else byAddress.mutate({ body: { email: sent.email, redirectTo: returnTo } });
  };
  const error = byAddress.error ?? byLink.error;
  return (
    <div className="mb-3 grid gap-5">
      <div role="status">
        <WhereSent sent={sent} />
      </div>
      <CodeForm
        sent={sent}
        onSignedIn={onSignedIn}
        onSendAgain={sendAgain}
        isSending={byAddress.isPending || byLink.isPending}
      />
      <div aria-live="polite" className="text-left empty:hidden">
        {error && <InlineError>{errorMessage(error, notSent)}</InlineError>}
      </div>
    </div>
  );
}

function WhereSent({ sent }: { sent: SentLink }) {
  const to = 'email' in sent ? formatTyped(sent.email) : sent.sendTo;
  const byText = !to.includes('@');
  return (
    <Notice tone="good" title={byText ? 'Check your phone' : 'Check your email'}>
      {'email' in sent ? (
        <>
          If <Address>{to}</Address> is on our list, a link and a six-digit code are on their way.
        </>
      ) : (
        <>
          A link and a six-digit code are on their way to <Address>{to}</Address>.
        </>
      )}{' '}
      They work for {sent.minutes} minutes and may take a minute to arrive.
      {!byText && ' Please check your spam or junk folder too.'}
    </Notice>
  );
}

function Address({ children }: { children: string }) {
  return <span className="wrap-anywhere font-semibold">{children}</span>;
}

function formatTyped(typed: string): string {
  if (typed.includes('@')) return typed;
  const digits = typed.replace(/\D/g, '');
  return formatPhone(digits.length === 10 ? `+1${digits}` : `+${digits}`);
}

interface RefusedLinkNoticeProps {
  refused: NonNullable<LoginState['refused']>;
  onSent: (sent: SentLink) => void;
}

export function RefusedLinkNotice({ refused, onSent }: RefusedLinkNoticeProps) {
  const { message, link, token } = refused;
  const sendTo = link?.sendTo;
  const again = link
    ? 'Please open it from the message again'
    : 'Please open the link again in a moment';
  const send = useApiMutation('POST /api/auth/new-link', {
    onSuccess: ({ minutes }) => {
      if (token && sendTo) onSent({ token, sendTo, minutes, at: Date.now() });
    },
  });
  return (
    <div className="mb-5 text-left">
      <Notice tone="warning" title={linkFailed}>
        {link?.state === 'unknown' ? 'Part of the link may be missing.' : message}{' '}
        {sendTo ? `We can send a new link to ${sendTo}.` : `${again}, or request a new one here.`}
      </Notice>
      {token && sendTo && (
        <Button
          className="mt-3 w-full"
          pending={send.isPending || send.isSuccess}
          pendingText="Sending..."
          onClick={() => send.mutate({ body: { token } })}
        >
          Send New Link
        </Button>
      )}
      <div aria-live="polite">
        {send.error && (
          <InlineError className="mt-2">{errorMessage(send.error, notSent)}</InlineError>
        )}
      </div>
    </div>
  );
}
