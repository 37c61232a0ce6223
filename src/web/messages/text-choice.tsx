import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { PAGES } from '../../course/pages.ts';
import { ALUMNI_TEXT_CONSENT, STUDENT_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { Switch } from '../ui/switch.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastError } from '../ui/toast.ts';

const texts = {
  student: {
    ...STUDENT_TEXT_CONSENT,
    saved: () => ({
      title: 'Preferences updated',
      description: 'Your text message preferences have been saved.',
    }),
    failed: 'Failed to save your preferences. Please try again.',
  },
  alumni: {
    ...ALUMNI_TEXT_CONSENT,
    saved: (consent: boolean) => ({
      title: consent
        ? 'You will receive text reminders for upcoming events'
        : 'You will not receive text reminders',
    }),
    failed: 'Failed to update preferences',
  },
};
type Role = keyof typeof texts;

/** Carriers require this text wherever people can opt in. */
export function TextTerms({ of }: { of: Role }) {
  return (
    <p className="mt-1 text-pretty text-muted text-sm">
      {texts[of].note} {textTerms(of, site)}{' '}
      <TextLink href={PAGES.privacyPolicy} newTab>
        Privacy Policy
      </TextLink>
    </p>
  );
}

interface SaveOptions {
  onSaved?: () => void;
  /** Whether to show the error message in the response. */
  showsReason?: boolean;
}

export function useTextChoice(role: Role, { onSaved, showsReason = true }: SaveOptions = {}) {
  const client = useQueryClient();
  const requestKeys = useRequestKeys();
  const number = useRef<NumberHandle>(null);
  const [isSettling, setSettling] = useState(false);
  const { saved, failed } = texts[role];
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (choice) => {
      requestKeys.onSaved();
      toast(saved(choice.textConsent));
      const user = getCachedUser(client);
      if (user) await setCachedUser(client, { ...user, ...choice });
      onSaved?.();
    },
    onError: (error) => toastError(showsReason ? errorMessage(error, failed) : failed),
  });
  const [request] = update.variables ?? [];
  const save = (consent: boolean) =>
    update.mutate({ body: { consent, clicked: true }, requestKey: requestKeys.keyFor(consent) });
  /** Saves the phone number first, if one was typed or is needed. */
  const submit = async (consent: boolean) => {
    setSettling(true);
    const isSettled = await number.current?.settle(consent);
    setSettling(false);
    if (isSettled) save(consent);
  };
  const saving = update.isPending ? request?.body.consent : undefined;
  const isSaving = isSettling || update.isPending || update.isSuccess;
  return { number, save, submit, saving, isSaving };
}

interface TextChoiceProps {
  user: User;
  OwnNumber: NumberSlot;
  className?: string;
}

/** Lets people change the choice they made on the text consent page, which is shown only once. */
export function TextChoice({ user, OwnNumber, className }: TextChoiceProps) {
  const role = user.role === 'student' ? 'student' : 'alumni';
  const { number, save, saving } = useTextChoice(role);
  /** True if the user has opted in but still has to enter a phone number. */
  const [isWaiting, setWaiting] = useState(false);
  const choose = async (consent: boolean) => {
    const wasWaiting = isWaiting;
    setWaiting(consent);
    if (consent ? !(await number.current?.settle(true)) : wasWaiting) return;
    setWaiting(false);
    save(consent);
  };
  return (
    <Card as="section" aria-labelledby="text-choice" className={className}>
      <h2 id="text-choice" className="font-display font-medium text-2xl leading-tight">
        Text reminders
      </h2>
      <Switch
        label={texts[role].choice}
        checked={isWaiting || (saving ?? user.textConsent)}
        onChange={choose}
      />
      <OwnNumber
        ref={number}
        isNeeded={isWaiting || user.textConsent}
        onSaved={() => {
          if (isWaiting) save(true);
          setWaiting(false);
        }}
        onLeft={() => setWaiting(false)}
      />
      <TextTerms of={role} />
    </Card>
  );
}
