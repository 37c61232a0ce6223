import { errorMessage, useApiMutation } from '../api.ts';
import type { LoginState } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { InlineError, Notice } from '../ui/notice.tsx';
import { linkFailed } from './refused-link.ts';
import type { SentLink } from './sent-link.ts';

interface RefusedLinkNoticeProps {
  refused: NonNullable<LoginState['refused']>;
  onSent: (sent: SentLink) => void;
}

/** Why the link that somebody opened does not sign them in, and a new one at the press of a button. */
export function RefusedLinkNotice({ refused, onSent }: RefusedLinkNoticeProps) {
  const { message, link, token } = refused;
  const sendTo = link?.sendTo;
  const send = useApiMutation('POST /api/auth/new-link', {
    onSuccess: ({ minutes }) => {
      if (token && sendTo) onSent({ token, sendTo, minutes, at: Date.now() });
    },
  });
  return (
    <div className="mb-5 text-left">
      <Notice tone="warning" title={linkFailed}>
        {link?.state === 'unknown' ? unknownSentence : message}{' '}
        {sendTo ? `A new one can be sent to ${sendTo}.` : nextSteps(refused)}
      </Notice>
      {token && sendTo && (
        <Button
          className="mt-3 w-full"
          pending={send.isPending || send.isSuccess}
          pendingText="Sending..."
          onClick={() => send.mutate({ body: { token } })}
        >
          Send me a new one
        </Button>
      )}
      <div aria-live="polite">
        {send.error && (
          <InlineError className="mt-2">
            {errorMessage(send.error, 'It could not be sent. Please try again.')}
          </InlineError>
        )}
      </div>
    </div>
  );
}

const unknownSentence = 'A part of its address may be missing.';

function nextSteps({ link }: RefusedLinkNoticeProps['refused']): string {
  return link
    ? 'Please open it from the message once more, or ask for a new link here.'
    : 'Please open the link again in a moment, or ask for a new one here.';
}
