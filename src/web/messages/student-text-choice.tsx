import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { User } from '../../contract/accounts.ts';
import { PAGES } from '../../course/pages.ts';
import { STUDENT_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { InlineError } from '../ui/notice.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { Switch } from '../ui/switch.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';

/** The choice from the text consent page, which can be changed at any time. */
export function StudentTextChoice({ user, OwnNumber }: { user: User; OwnNumber: NumberSlot }) {
  const client = useQueryClient();
  const number = useRef<NumberHandle>(null);
  /** Opted in, but the number is still missing. */
  const [isWaiting, setWaiting] = useState(false);
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      requestKeys.onSaved();
      const now = getCachedUser(client);
      if (now) await setCachedUser(client, { ...now, ...saved });
      toast({
        title: 'Preferences updated',
        description: 'Your text message preferences have been saved.',
      });
    },
  });
  const [asked] = update.variables ?? [];
  const save = (consent: boolean) => {
    setWaiting(false);
    update.mutate({ body: { consent, clicked: true }, requestKey: requestKeys.keyFor(consent) });
  };
  const choose = async (consent: boolean) => {
    if (!consent) return isWaiting ? setWaiting(false) : save(false);
    setWaiting(true);
    if (await number.current?.settle(true)) save(true);
  };
  return (
    <Card as="section" aria-labelledby="text-choice">
      <h2 id="text-choice" className="font-display font-medium text-2xl leading-tight">
        Text reminders
      </h2>
      <Switch
        label={STUDENT_TEXT_CONSENT.choice}
        checked={isWaiting || (update.isPending && asked ? asked.body.consent : user.textConsent)}
        onChange={choose}
      />
      {update.error && (
        <InlineError className="mb-2">
          {errorMessage(update.error, 'Failed to save your preferences. Please try again.')}
        </InlineError>
      )}
      <OwnNumber
        ref={number}
        isNeeded={isWaiting || user.textConsent}
        onSaved={() => isWaiting && save(true)}
        onLeft={() => setWaiting(false)}
      />
      <p className="mt-1 text-pretty text-muted text-sm">
        {STUDENT_TEXT_CONSENT.note} {textTerms('student', site)}{' '}
        <TextLink href={PAGES.privacyPolicy} newTab>
          Privacy Policy
        </TextLink>
      </p>
    </Card>
  );
}
