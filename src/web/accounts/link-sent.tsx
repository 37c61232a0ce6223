import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { formatPhone } from '../ui/contact.tsx';
import { InlineError, Notice } from '../ui/notice.tsx';
import { CodeForm } from './code-form.tsx';
import type { SentLink } from './sent-link.ts';

interface LinkSentProps {
  sent: SentLink;
  /** The page that the link leads to, where that is not the person's first one. */
  returnTo: string | undefined;
  onSentAgain: (sent: SentLink, message: string) => void;
  onSignedIn: (answer: ApiResponse<'POST /api/auth/code'>) => void;
}

/** Says where the link went and how long it works, and takes its code. */
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
    <div className="mb-6 grid gap-5 border-line border-b pb-6">
      <div role="status">
        <Whereabouts sent={sent} />
      </div>
      <CodeForm
        sent={sent}
        onSignedIn={onSignedIn}
        onSendAgain={sendAgain}
        isSending={byAddress.isPending || byLink.isPending}
      />
      <div aria-live="polite" className="text-left empty:hidden">
        {error && (
          <InlineError>
            {errorMessage(error, 'It could not be sent. Please try again.')}
          </InlineError>
        )}
      </div>
    </div>
  );
}

function Whereabouts({ sent }: { sent: SentLink }) {
  const to = 'email' in sent ? formatTyped(sent.email) : sent.sendTo;
  const byText = !to.includes('@');
  return (
    <Notice tone="good" title={byText ? 'Check your phone' : 'Check your email'}>
      {'email' in sent ? (
        <>
          If we know <Address>{to}</Address>, a link and a six-digit code are on their way there.
        </>
      ) : (
        <>
          A link and a six-digit code are on their way to <Address>{to}</Address>.
        </>
      )}{' '}
      They work for {sent.minutes} minutes. They can take a minute to arrive
      {byText ? '.' : '; please look in your spam or junk folder, too.'}
    </Notice>
  );
}

function Address({ children }: { children: string }) {
  return <span className="wrap-anywhere font-semibold">{children}</span>;
}

/** A phone number as it is written here, whichever way it was typed; an email as it was. */
function formatTyped(typed: string): string {
  if (typed.includes('@')) return typed;
  const digits = typed.replace(/\D/g, '');
  return formatPhone(digits.length === 10 ? `+1${digits}` : `+${digits}`);
}
