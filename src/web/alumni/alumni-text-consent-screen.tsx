import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { ALUMNI_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { setCachedUser, useAuth } from '../auth.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { InlineError } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Switch } from '../ui/switch.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';

const title = 'Text Message Preferences';
const messageOf = (error: Error) => errorMessage(error, 'Failed to update preferences');

export function AlumniTextConsentScreen() {
  usePageTitle(title);
  const client = useQueryClient();
  const { user } = useAuth();
  const [, navigate] = useLocation();
  const [consent, setConsent] = useState(true);
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      toast({
        title: saved.textConsent
          ? 'You will receive text reminders for upcoming events'
          : 'You will not receive text reminders',
      });
      if (user) await setCachedUser(client, { ...user, ...saved });
      navigate(PAGES.classes, { replace: true });
    },
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error), variant: 'destructive' }),
  });
  const isSaving = update.isPending || update.isSuccess;

  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4 text-muted">
        We can let you know by text about what is coming up for meditators. It is up to you.
      </p>
      <Card className="mt-6 pt-3">
        <Switch
          label={<span className="font-semibold">{ALUMNI_TEXT_CONSENT.choice}</span>}
          checked={consent}
          onChange={setConsent}
          disabled={isSaving}
        />
        <p className="mt-1 text-pretty text-muted text-sm">
          {ALUMNI_TEXT_CONSENT.note} {textTerms('alumni', site)}{' '}
          <TextLink href={PAGES.privacyPolicy} newTab>
            Privacy Policy
          </TextLink>
        </p>
      </Card>
      <Button
        className="mt-6 w-full"
        pending={isSaving}
        pendingText="Updating..."
        onClick={() => update.mutate({ body: { consent, clicked: true } })}
      >
        Continue
      </Button>
      {update.error && <InlineError className="mt-3">{messageOf(update.error)}</InlineError>}
    </>
  );
}
