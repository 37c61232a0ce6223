import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { textConsentCalls } from '../../contract/text-consent.ts';
import { PAGES } from '../../course/pages.ts';
import { STUDENT_TEXT_CONSENT } from '../../course/text-consent.ts';
import { rememberUser } from '../auth.tsx';
import { useChange } from '../call.ts';
import { StudentPlace, useStudent } from '../student-place.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Problem } from '../ui/problem.tsx';
import { toast } from '../ui/toast.ts';

const title = 'Get reminders about classes and retreats';
const failure = 'Failed to save your preferences. Please try again.';

export function TextConsentScreen() {
  return (
    <StudentPlace page={PAGES.textConsent}>
      <TextConsentStep />
    </StudentPlace>
  );
}

function TextConsentStep() {
  usePageTitle(title);
  const client = useQueryClient();
  const student = useStudent();
  const [, navigate] = useLocation();
  const [consent, setConsent] = useState(false);
  const update = useChange(textConsentCalls.updateTextConsent, {
    onSuccess: async (answer) => {
      toast({
        title: 'Preferences updated',
        description: 'Your text message preferences have been saved.',
      });
      await rememberUser(client, { ...student, ...answer });
      navigate(PAGES.schedule, { replace: true });
    },
    onError: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  });
  const isSaving = update.state === 'pending' || update.state === 'made';

  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4 text-muted">
        We can text you shortly before each class, so that you never miss one. It is up to you.
      </p>
      <Card className="mt-6 pt-3">
        <Checkbox
          label={<span className="font-semibold">{STUDENT_TEXT_CONSENT.choice}</span>}
          checked={consent}
          onChange={setConsent}
          disabled={isSaving}
        />
        <p className="mt-1 text-muted text-sm">{STUDENT_TEXT_CONSENT.note}</p>
      </Card>
      <Button
        className="mt-6 w-full"
        pending={isSaving}
        pendingText="Saving..."
        onClick={() => update.make({ body: { consent, clicked: true } })}
      >
        Continue
      </Button>
      {update.state === 'failed' && <Problem className="mt-3">{failure}</Problem>}
    </>
  );
}
