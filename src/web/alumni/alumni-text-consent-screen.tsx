import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { ALUMNI_TEXT_CONSENT } from '../../course/text-consent.ts';
import { rememberUser, useAuth } from '../auth.tsx';
import { useChange, wordsOf } from '../call.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Problem } from '../ui/problem.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toast.ts';

const title = 'Text Message Preferences';
const sentenceOf = (error: Error) => wordsOf(error, 'Failed to update preferences');

export function AlumniTextConsentScreen() {
  usePageTitle(title);
  const client = useQueryClient();
  const { user } = useAuth();
  const [, navigate] = useLocation();
  const [consent, setConsent] = useState(true);
  const update = useChange('POST /api/update-text-consent', {
    onSuccess: async (answer) => {
      toast({
        title: answer.textConsent
          ? 'You will receive text reminders for upcoming events'
          : 'You will not receive text reminders',
      });
      if (user) await rememberUser(client, { ...user, ...answer });
      navigate(PAGES.classes, { replace: true });
    },
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
  });
  const isSaving = update.state === 'pending' || update.state === 'made';

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
        <p className="mt-1 text-muted text-sm">{ALUMNI_TEXT_CONSENT.note}</p>
      </Card>
      <Button
        className="mt-6 w-full"
        pending={isSaving}
        pendingText="Updating..."
        onClick={() => update.make({ body: { consent, clicked: true } })}
      >
        Continue
      </Button>
      {update.error && <Problem className="mt-3">{sentenceOf(update.error)}</Problem>}
    </>
  );
}
