import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { PAGES } from '../../../course/pages.ts';
import { TEXT_CHOICES, textTerms } from '../../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../../api.ts';
import { getCachedUser, setCachedUser } from '../../auth.tsx';
import { site } from '../../site.ts';
import { Section } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { toast, toastError } from '../../ui/toast.ts';
import { type NumberHandle, OwnNumber } from '../own-number.tsx';

export const consentTexts = {
  student: {
    saved: () => ({
      title: 'Preferences updated',
      description: 'Your text message preferences have been saved.',
    }),
    failed: 'Failed to save your preferences. Please try again.',
  },
  alumni: {
    saved: (isYes: boolean) => ({
      title: isYes
        ? 'You will receive text reminders for upcoming events'
        : 'You will not receive text reminders',
    }),
    failed: 'Failed to update preferences',
  },
};

export type ConsentRole = keyof typeof consentTexts;

export function TextChoice({ user }: { user: User }) {
  const role = user.role === 'student' ? 'student' : 'alumni';
  const { save, saving } = useTextChoice(role);
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
    <Section isLarge id="text-choice" title="Text reminders">
      <Switch
        label={TEXT_CHOICES[role]}
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
    </Section>
  );
}

/** Carriers require this text wherever people can opt in. */
export function TextTerms({ of: role }: { of: ConsentRole }) {
  return (
    <p className="mt-1 text-pretty text-muted text-sm">
      {textTerms(role, site)}{' '}
      <TextLink href={PAGES.privacyPolicy} newTab>
        Privacy Policy
      </TextLink>
    </p>
  );
}

interface Callbacks {
  onSaved?: () => void;
  onError?: (error: Error) => void;
}

export function useTextChoice(role: ConsentRole, { onSaved, onError }: Callbacks = {}) {
  const client = useQueryClient();
  /** A retry has the same key, so the server recognizes it. */
  const last = useRef<{ consent: boolean; key: string }>(null);
  const { saved, failed } = consentTexts[role];
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (consent) => {
      last.current = null;
      const user = getCachedUser(client);
      if (user) await setCachedUser(client, { ...user, ...consent });
      toast(saved(consent.textConsent));
      onSaved?.();
    },
    onError: onError ?? ((error) => toastError(errorMessage(error, failed))),
  });
  const [request] = update.variables ?? [];
  return {
    save: (consent: boolean) => {
      if (last.current?.consent !== consent) last.current = { consent, key: randomKey() };
      update.mutate({ body: { consent, clicked: true }, requestKey: last.current.key });
    },
    saving: update.isPending ? request?.body.consent : undefined,
    isSaved: update.isSuccess,
  };
}

/** Doesn't use `randomUUID`, which browsers only offer over HTTPS. */
const randomKey = () => crypto.getRandomValues(new BigUint64Array(2)).join('-');
