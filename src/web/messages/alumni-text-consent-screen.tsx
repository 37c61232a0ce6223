import { useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { ALUMNI_TEXT_CONSENT } from '../../course/text-consent.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { NumberSlot } from '../ui/number-slot.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Switch } from '../ui/switch.tsx';
import { TextTerms, useTextChoice } from './text-choice.tsx';

const title = 'Text Message Preferences';

export function AlumniTextConsentScreen({ OwnNumber }: { OwnNumber: NumberSlot }) {
  usePageTitle(title);
  const [, navigate] = useLocation();
  const [consent, setConsent] = useState(true);
  const { number, submit, isSaving } = useTextChoice('alumni', {
    onSaved: () => navigate(PAGES.classes, { replace: true }),
  });
  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4 text-muted">
        Would you like us to text you about what’s coming up for meditators? It’s up to you.
      </p>
      <Card className="mt-6 pt-3">
        <Switch
          label={<span className="font-semibold">{ALUMNI_TEXT_CONSENT.choice}</span>}
          checked={consent}
          onChange={setConsent}
          disabled={isSaving}
        />
        <OwnNumber ref={number} isNeeded={consent} />
        <TextTerms of="alumni" />
      </Card>
      <Button
        className="mt-6 w-full"
        pending={isSaving}
        pendingText="Updating..."
        onClick={() => submit(consent)}
      >
        Continue
      </Button>
    </>
  );
}
