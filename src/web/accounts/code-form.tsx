import { useEffect, useState } from 'react';
import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { CodeField, useCodeForm } from '../ui/code-field.tsx';
import type { SentLink } from './sent-link.ts';

interface CodeFormProps {
  sent: SentLink;
  onSignedIn: (answer: ApiResponse<'POST /api/auth/code'>) => void;
  onSendAgain: () => void;
  isSending: boolean;
}

export function CodeForm({ sent, onSignedIn, onSendAgain, isSending }: CodeFormProps) {
  const seconds = useSecondsUntil(sent.at + waitMs);
  const { fieldProps, refuse, submit } = useCodeForm((code) => {
    const whose = 'email' in sent ? { email: sent.email } : { token: sent.token };
    signIn.mutate({ body: { ...whose, code } });
  });
  const { ref } = fieldProps;
  // The form replaces the button that was just pressed, so focus would be lost.
  useEffect(() => ref.current?.focus(), [ref]);
  const signIn = useApiMutation('POST /api/auth/code', {
    onSuccess: onSignedIn,
    onError: (error) => refuse(errorMessage(error, 'We couldn’t sign you in. Please try again.')),
  });

  return (
    <form noValidate onSubmit={submit}>
      <CodeField
        {...fieldProps}
        hint="The code is in the same message as the link and only works in this browser."
      />
      <div className="mt-4 flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          type="submit"
          className="flex-1"
          pending={signIn.isPending || signIn.isSuccess}
          pendingText="Signing in..."
        >
          Sign In
        </Button>
        <Button
          variant="quiet"
          aria-disabled={seconds > 0}
          pending={isSending}
          onClick={() => seconds === 0 && onSendAgain()}
        >
          Send Again
          {/* Hidden from screen readers, which would announce the button again every second. */}
          {seconds > 0 && (
            <span aria-hidden className="whitespace-nowrap">
              ({seconds} s)
            </span>
          )}
        </Button>
      </div>
    </form>
  );
}

/** Most messages arrive within 30 seconds, so asking for another one sooner is rarely useful. */
const waitMs = 30_000;

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((time - now) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    setNow(Date.now());
    if (isOver && Date.now() >= time) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [time, isOver]);
  return seconds;
}
