import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '../../contract/accounts.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { CodeField, readCode } from '../ui/field.tsx';
import { InlineError } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';

const notSent = 'The code could not be sent. Please try again.';
const notConfirmed = 'Your number could not be confirmed. Please try again.';

interface ConfirmNumberProps {
  user: User;
  getsTexts: boolean;
  /** Called once this is no longer on the page, and the focus with it. */
  onConfirmed: () => void;
}

/** Makes a number that was typed in sign in, too. Nobody has to do it, or to do it now. */
export function ConfirmNumber({ user, getsTexts, onConfirmed }: ConfirmNumberProps) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [minutes, setMinutes] = useState<number>();
  const send = useApiMutation('POST /api/account/phone/code', {
    onSuccess: async ({ minutes: life, ...number }) => {
      await setCachedUser(client, { ...user, ...number });
      flushSync(() => {
        setMinutes(life);
        edit('');
      });
      field.current?.focus();
    },
  });
  const confirm = useApiMutation('POST /api/account/phone/confirm', {
    onSuccess: async (number) => {
      toast({
        title: 'Number confirmed',
        description: `From now on you can sign in with ${number.phoneShown}.`,
      });
      await setCachedUser(client, { ...user, ...number });
      onConfirmed();
    },
    onError: (error) => refuse(errorMessage(error, notConfirmed)),
  });
  const edit = (value: string) => {
    setTyped(value);
    setProblem(undefined);
  };
  const refuse = (sentence: string) => {
    setProblem(sentence);
    field.current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const code = readCode(typed);
    if (!code) return refuse('Please enter the six digits of the code');
    setProblem(undefined);
    confirm.mutate({ body: { code } });
  };
  const sendButton = (
    <Button
      variant="outline"
      pending={send.isPending}
      pendingText="Sending..."
      onClick={() => send.mutate()}
    >
      {minutes === undefined ? 'Send code' : 'Send again'}
    </Button>
  );

  return (
    <div className="rounded-control bg-neutral-soft px-4 py-3">
      <div aria-live="polite" className="text-pretty text-sm">
        <strong className="font-semibold">Not confirmed yet: you cannot sign in with it.</strong>{' '}
        {minutes === undefined ? (
          <>
            {getsTexts && 'Your reminders go there all the same. '}If you like, we text you a
            six-digit code to confirm it, now or later.
          </>
        ) : (
          <>
            A code is on its way to <span className="whitespace-nowrap">{user.phoneShown}</span>. It
            works for {minutes} minutes. If none comes within a minute, have it sent again, or
            confirm your number later.
          </>
        )}
        {send.error && (
          <InlineError className="mt-2">{errorMessage(send.error, notSent)}</InlineError>
        )}
      </div>
      {minutes === undefined ? (
        <div className="mt-3">{sendButton}</div>
      ) : (
        <form noValidate onSubmit={submit} className="mt-3">
          <CodeField ref={field} value={typed} onChange={edit} error={problem} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              type="submit"
              variant="outline"
              pending={confirm.isPending}
              pendingText="Confirming..."
            >
              Confirm number
            </Button>
            {sendButton}
          </div>
        </form>
      )}
    </div>
  );
}
