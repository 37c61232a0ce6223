import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TEXT_NUMBER_MISSING, textNumberSentence } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser, useAuth } from '../auth.tsx';
import { site } from '../site.ts';
import { Button, focusWhenShown } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import type { NumberProps } from '../ui/number-slot.ts';
import { TextButton } from '../ui/text-link.tsx';
import { ConfirmNumber } from './confirm-number.tsx';

const whereTo = `We can text numbers in ${site.textCountries}.`;
const whatEnds =
  'If you change it, you can’t sign in with your current number any more, and we’ll sign you out on your other devices.';
const failure = 'We couldn’t save your number. Please try again.';

export function OwnNumber({ ref, isNeeded, onSaved, onLeft }: NumberProps) {
  const client = useQueryClient();
  const { user } = useAuth();
  const field = useRef<HTMLInputElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  /** Undefined while the field is closed. */
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

  /** Opens the field first, if necessary. */
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
      // Undefined for a second press while the first is pending.
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
        hint={user.isPhoneConfirmed ? `${whereTo} ${whatEnds}` : whereTo}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" variant="outline" pending={save.isPending} pendingText="Saving...">
          Save Number
        </Button>
        {phone !== null && (
          <Button
            variant="ghost"
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
