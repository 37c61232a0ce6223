import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '../../contract/accounts.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { Button } from '../ui/button.tsx';
import { CodeField } from '../ui/field.tsx';
import { InlineError } from '../ui/notice.tsx';
import { toast } from '../ui/toast.ts';
import { useCodeForm } from './code-form.tsx';

const notSent = 'We couldn’t send the code. Please try again.';
const notConfirmed = 'We couldn’t confirm your number. Please try again.';

interface ConfirmNumberProps {
  user: User;
  getsTexts: boolean;
  /** Called after this component is gone, and the focus with it. */
  onConfirmed: () => void;
}

/** Lets people confirm their number, which is optional, so that they can sign in with it. */
export function ConfirmNumber({ user, getsTexts, onConfirmed }: ConfirmNumberProps) {
  const client = useQueryClient();
  const [minutes, setMinutes] = useState<number>();
  const send = useApiMutation('POST /api/account/phone/code', {
    onSuccess: async ({ minutes: life, ...number }) => {
      await setCachedUser(client, { ...user, ...number });
      flushSync(() => {
        setMinutes(life);
        fieldProps.onChange('');
      });
      fieldProps.ref.current?.focus();
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
  const { fieldProps, refuse, submit } = useCodeForm((code) => confirm.mutate({ body: { code } }));
  const sendButton = (
    <Button
      variant="outline"
      pending={send.isPending}
      pendingText="Sending..."
      onClick={() => send.mutate()}
    >
      {minutes === undefined ? 'Send Code' : 'Send Again'}
    </Button>
  );

  return (
    <div className="rounded-control bg-neutral-soft px-4 py-3">
      <div aria-live="polite" className="text-pretty text-sm">
        <strong className="font-semibold">This number isn’t confirmed yet.</strong>{' '}
        {minutes === undefined ? (
          <>
            {getsTexts && 'Your reminders go there either way. '}To sign in with it, confirm it with
            a six-digit code that we text you, now or later.
          </>
        ) : (
          <>
            A code is on its way to <span className="whitespace-nowrap">{user.phoneShown}</span>. It
            works for {minutes} minutes. No code after a minute? Send it again, or confirm your
            number later.
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
          <CodeField {...fieldProps} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              type="submit"
              variant="outline"
              pending={confirm.isPending}
              pendingText="Confirming..."
            >
              Confirm Number
            </Button>
            {sendButton}
          </div>
        </form>
      )}
    </div>
  );
}
