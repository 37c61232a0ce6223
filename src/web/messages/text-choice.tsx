import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PAGES } from '../../course/pages.ts';
import { isStaff } from '../../course/roles.ts';
import { ALUMNI_TEXT_CONSENT, STUDENT_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser, useAuth } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { Switch } from '../ui/switch.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastError } from '../ui/toast.ts';

export type Member = 'student' | 'alumni';

export const textWords = {
  student: {
    ...STUDENT_TEXT_CONSENT,
    failed: 'Failed to save your preferences. Please try again.',
    saved: () => ({
      title: 'Preferences updated',
      description: 'Your text message preferences have been saved.',
    }),
  },
  alumni: {
    ...ALUMNI_TEXT_CONSENT,
    failed: 'Failed to update preferences',
    saved: (consent: boolean) => ({
      title: consent
        ? 'You will receive text reminders for upcoming events'
        : 'You will not receive text reminders',
    }),
  },
};

interface TextChoiceProps {
  OwnNumber: NumberSlot;
  className?: string;
}

/** Lets students and alumni change the choice they made on the text consent page. */
export function TextChoice({ OwnNumber, className }: TextChoiceProps) {
  const { user } = useAuth();
  const member = user?.role === 'student' ? 'student' : 'alumni';
  const number = useRef<NumberHandle>(null);
  /** True if the user has opted in but still has to enter a phone number. */
  const [isWaiting, setWaiting] = useState(false);
  const { save: saveConsent, saving } = useTextChoice(member);
  const save = (consent: boolean) => {
    setWaiting(false);
    saveConsent(consent);
  };
  const choose = async (consent: boolean) => {
    if (!consent) return isWaiting ? setWaiting(false) : save(false);
    setWaiting(true);
    if (await number.current?.settle(true)) save(true);
  };
  if (!user || isStaff(user.role) || user.usesStaffLink) return null;
  return (
    <Card as="section" aria-labelledby="text-choice" className={className}>
      <h2 id="text-choice" className="font-display font-medium text-2xl leading-tight">
        Text reminders
      </h2>
      <Switch
        label={textWords[member].choice}
        checked={isWaiting || (saving ?? user.textConsent)}
        onChange={choose}
      />
      <OwnNumber
        ref={number}
        isNeeded={isWaiting || user.textConsent}
        onSaved={() => isWaiting && save(true)}
        onLeft={() => setWaiting(false)}
      />
      <TextTerms member={member} />
    </Card>
  );
}

/** Carriers require this text wherever people can opt in. */
export function TextTerms({ member }: { member: Member }) {
  return (
    <p className="mt-1 text-pretty text-muted text-sm">
      {textWords[member].note} {textTerms(member, site)}{' '}
      <TextLink href={PAGES.privacyPolicy} newTab>
        Privacy Policy
      </TextLink>
    </p>
  );
}

export function useTextChoice(
  member: Member,
  onSaved?: () => void,
  onError?: (error: Error) => void,
) {
  const { saved: describe, failed } = textWords[member];
  const client = useQueryClient();
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      requestKeys.onSaved();
      toast(describe(saved.textConsent));
      const user = getCachedUser(client);
      if (user) await setCachedUser(client, { ...user, ...saved });
      onSaved?.();
    },
    onError: onError ?? ((error) => toastError(errorMessage(error, failed))),
  });
  const [request] = update.variables ?? [];
  return {
    save: (consent: boolean) =>
      update.mutate({ body: { consent, clicked: true }, requestKey: requestKeys.keyFor(consent) }),
    saving: update.isPending ? request?.body.consent : undefined,
    isSaved: update.isSuccess,
  };
}
