import { useQueryClient } from '@tanstack/react-query';
import type { User } from '../../contract/sign-in.ts';
import { PAGES } from '../../course/pages.ts';
import { STUDENT_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { formatPhone } from '../ui/format-phone.ts';
import { InlineError } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { MailLink, TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';

/** The choice of the last step of choosing classes, which can be changed at any time. */
export function StudentTextChoice({ user }: { user: User }) {
  const client = useQueryClient();
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      requestKeys.onSaved();
      await setCachedUser(client, { ...user, ...saved });
      toast({
        title: 'Preferences updated',
        description: 'Your text message preferences have been saved.',
      });
    },
  });
  const [asked] = update.variables ?? [];
  return (
    <Card as="section" aria-labelledby="text-choice">
      <h2 id="text-choice" className="font-display font-medium text-2xl leading-tight">
        Text reminders
      </h2>
      <Switch
        label={STUDENT_TEXT_CONSENT.choice}
        checked={update.isPending && asked ? asked.body.consent : user.textConsent}
        onChange={(consent) =>
          update.mutate({
            body: { consent, clicked: true },
            requestKey: requestKeys.keyFor(consent),
          })
        }
      />
      {update.error && (
        <InlineError className="mb-2">
          {errorMessage(update.error, 'Failed to save your preferences. Please try again.')}
        </InlineError>
      )}
      <p className="text-sm">
        {user.phone ? (
          `They go to ${formatPhone(user.phone)}.`
        ) : (
          <>
            We have no phone number of yours yet. Please write to{' '}
            <MailLink address={site.supportEmail} />.
          </>
        )}
      </p>
      <p className="mt-1 text-pretty text-muted text-sm">
        {STUDENT_TEXT_CONSENT.note} {textTerms('student', site)}{' '}
        <TextLink href={PAGES.privacyPolicy} newTab>
          Privacy Policy
        </TextLink>
      </p>
    </Card>
  );
}
