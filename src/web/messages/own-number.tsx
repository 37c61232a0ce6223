import { useQueryClient } from '@tanstack/react-query';
import { type Ref, type SubmitEvent, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '../../contract/accounts.ts';
import { TEXT_NUMBER_MISSING, textNumberSentence } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser, useAuth } from '../auth.tsx';
import { site } from '../site.ts';
import { Button, focusWhenShown } from '../ui/button.tsx';
import { CodeField, useCodeForm } from '../ui/code-field.tsx';
import { TextField } from '../ui/field.tsx';
import { InlineError } from '../ui/notice.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';

const whereTo = () => `We can text numbers in ${site.textCountries}.`;
const whatEnds =
  'If you change your number, you won’t be able to sign in with the current one, and we’ll sign you out on your other devices.';
const failure = 'We couldn’t save your number. Please try again.';

export interface NumberHandle {
  /**
   * Saves the typed number. If saving fails or a required number is missing, shows the error, focuses the field, and
   * resolves to false.
   */
  settle: (isNeeded: boolean) => Promise<boolean>;
}

interface OwnNumberProps {
  ref: Ref<NumberHandle>;
  isNeeded: boolean;
  onSaved?: () => void;
  onLeft?: () => void;
}

export function OwnNumber({ ref, isNeeded, onSaved, onLeft }: OwnNumberProps) {
  const client = useQueryClient();
  const { user } = useAuth();
  const field = useRef<HTMLInputElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [hasJustSaved, setJustSaved] = useState(false);
  const save = useApiMutation('POST /api/account/phone', {
    onSuccess: async (saved) => {
      if (user) await setCachedUser(client, { ...user, ...saved });
      setTyped(undefined);
    },
  });
  const phone = user?.phone ?? null;
  const isOpenFor = (isNumberNeeded: boolean) =>
    phone === null ? isNumberNeeded : typed !== undefined;

  const refuse = (sentence: string) => {
    flushSync(() => {
      setTyped((now) => now ?? '');
      setProblem(sentence);
    });
    field.current?.focus();
    return false;
  };
  const settle = async (isNumberNeeded: boolean): Promise<boolean> => {
    if (!isOpenFor(isNumberNeeded)) return true;
    const number = typed?.trim() ?? '';
    if (number === '') return isNumberNeeded ? refuse(TEXT_NUMBER_MISSING) : true;
    setProblem(undefined);
    try {
      // `mutateAsync` returns undefined if a save is already pending.
      return (await save.mutateAsync({ body: { phone: number } })) !== undefined;
    } catch (error) {
      return refuse(errorMessage(error, failure));
    }
  };
  useImperativeHandle(ref, () => ({ settle }));
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(await settle(true))) return;
    setJustSaved(true);
    onSaved?.();
  };
  const edit = (value: string | undefined) => {
    setTyped(value);
    setProblem(undefined);
    setJustSaved(false);
  };

  const isOpen = isOpenFor(isNeeded);
  if (!user || (!isOpen && phone === null)) return null;
  if (!isOpen) {
    const shown = user.phoneShown ?? '';
    const sentence = isNeeded ? textNumberSentence('|') : 'Your number is |.';
    const [before = '', after = ''] = sentence.split('|');
    return (
      <div className="grid gap-2 py-2">
        <p tabIndex={-1} ref={hasJustSaved ? focusWhenShown : undefined}>
          {before}
          <strong className="whitespace-nowrap font-semibold">{shown}</strong>
          {after}{' '}
          <TextButton
            className="inline-flex min-h-11 items-center"
            ref={changeButton}
            onClick={() => {
              flushSync(() => edit(shown));
              field.current?.select();
            }}
          >
            Change Number
          </TextButton>
        </p>
        {!user.isPhoneConfirmed && (
          <ConfirmNumber
            key={phone}
            user={user}
            getsTexts={isNeeded}
            onConfirmed={() => changeButton.current?.focus()}
          />
        )}
      </div>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="py-2">
      <TextField
        ref={field}
        label="Your mobile number"
        type="tel"
        name="tel"
        autoComplete="tel"
        required
        maxLength={40}
        value={typed ?? ''}
        onChange={(event) => edit(event.target.value)}
        error={problem}
        hint={user.isPhoneConfirmed ? `${whereTo()} ${whatEnds}` : whereTo()}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="quiet" pending={save.isPending} pendingText="Saving...">
          Save Number
        </Button>
        {phone !== null && (
          <Button
            variant="plain"
            aria-disabled={save.isPending}
            onClick={() => {
              flushSync(() => edit(undefined));
              onLeft?.();
              changeButton.current?.focus();
            }}
          >
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

const notSent = 'We couldn’t send the code. Please try again.';
const notConfirmed = 'We couldn’t confirm your number. Please try again.';

interface ConfirmNumberProps {
  user: User;
  getsTexts: boolean;
  /** This component disappears once the number is confirmed, so the parent has to move focus. */
  onConfirmed: () => void;
}

function ConfirmNumber({ user, getsTexts, onConfirmed }: ConfirmNumberProps) {
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
        description: `You can now sign in with ${number.phoneShown}.`,
      });
      await setCachedUser(client, { ...user, ...number });
      onConfirmed();
    },
    onError: (error) => refuse(errorMessage(error, notConfirmed)),
  });
  const { fieldProps, refuse, submit } = useCodeForm((code) => confirm.mutate({ body: { code } }));
  const sendButton = (
    <Button
      variant="quiet"
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
            {getsTexts && 'You’ll get reminders at this number either way. '}To sign in with it,
            confirm it with a six-digit code that we’ll text you. You can do this now or later.
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
              variant="quiet"
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
