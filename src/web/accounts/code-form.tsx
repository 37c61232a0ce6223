import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type ApiResponse, errorMessage, useApiMutation } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { CodeField, readCode } from '../ui/field.tsx';
import type { SentLink } from './sent-link.ts';

interface CodeFormProps {
  sent: SentLink;
  onSignedIn: (answer: ApiResponse<'POST /api/auth/code'>) => void;
  onSendAgain: () => void;
  isSending: boolean;
  /** Where the form takes the place of the button that was pressed. */
  takesFocus?: boolean;
}

/** Where the code of a message is typed that carries a link as well. */
export function CodeForm(props: CodeFormProps) {
  const { sent, onSignedIn, onSendAgain, isSending, takesFocus = false } = props;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const seconds = useSecondsUntil(sent.at + waitMs);

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const showProblem = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const signIn = useApiMutation('POST /api/auth/code', {
    onSuccess: onSignedIn,
    onError: (error) =>
      showProblem(errorMessage(error, 'You could not be signed in. Please try again.')),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = readCode(typed);
    if (!code) return showProblem('Please enter the six digits of the code');
    setProblem(undefined);
    const whose = 'email' in sent ? { email: sent.email } : { token: sent.token };
    signIn.mutate({ body: { ...whose, code } });
  };
  const edit = (value: string) => {
    setTyped(value);
    setProblem(undefined);
  };

  return (
    <form noValidate onSubmit={submit}>
      <CodeField
        ref={field}
        value={typed}
        onChange={edit}
        error={problem}
        hint="It’s in the same message, and only works in this browser."
      />
      <div className="mt-4 flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          type="submit"
          className="flex-1"
          pending={signIn.isPending || signIn.isSuccess}
          pendingText="Signing in..."
        >
          Sign in
        </Button>
        <Button
          variant="outline"
          aria-disabled={seconds > 0}
          pending={isSending}
          onClick={() => seconds === 0 && onSendAgain()}
        >
          Send again
          {/* Not spoken: a name that changes every second would be read out each time. */}
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

/** Most messages arrive within it. */
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
