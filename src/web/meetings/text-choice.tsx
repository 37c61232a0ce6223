import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { PAGES } from '../../course/pages.ts';
import { ALUMNI_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { Switch } from '../ui/switch.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastError } from '../ui/toast.ts';

interface TextChoiceProps {
  user: User;
  OwnNumber: NumberSlot;
  className?: string;
}

/** Lets alumni change the choice they made on the text consent page, which is shown only once. */
export function TextChoice({ user, OwnNumber, className }: TextChoiceProps) {
  const { save, saving } = useTextChoice();
  const number = useRef<NumberHandle>(null);
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
        label={ALUMNI_TEXT_CONSENT.choice}
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
      <TextTerms />
    </Card>
  );
}

/** Carriers require this text wherever people can opt in. */
export function TextTerms() {
  return (
    <p className="mt-1 text-pretty text-muted text-sm">
      {ALUMNI_TEXT_CONSENT.note} {textTerms('alumni', site)}{' '}
      <TextLink href={PAGES.privacyPolicy} newTab>
        Privacy Policy
      </TextLink>
    </p>
  );
}

export function useTextChoice(onSaved?: () => void) {
  const client = useQueryClient();
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      requestKeys.onSaved();
      const user = getCachedUser(client);
      if (user) await setCachedUser(client, { ...user, ...saved });
      toast({
        title: saved.textConsent
          ? 'You will receive text reminders for upcoming events'
          : 'You will not receive text reminders',
      });
      onSaved?.();
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to update preferences')),
  });
  const [request] = update.variables ?? [];
  return {
    save: (consent: boolean) =>
      update.mutate({ body: { consent, clicked: true }, requestKey: requestKeys.keyFor(consent) }),
    saving: update.isPending ? request?.body.consent : undefined,
    isSaved: update.isSuccess,
  };
}
