import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { STUDENT_TEXT_CONSENT, textNumberSentence } from '../../course/text-consent.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { NumberSlot } from '../ui/number-slot.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextTerms, useTextChoice } from './text-choice.tsx';

const title = 'Get reminders about classes and retreats';

/** Passed to the schedule page in the history state after the last step. */
export interface FinishedChoosing {
  hasJustFinished: boolean;
}

const sampleNumber = textNumberSentence('(202) 555-0123');

interface TextConsentScreenProps {
  isReady: boolean;
  OwnNumber: NumberSlot;
}

export function TextConsentScreen({ isReady, OwnNumber }: TextConsentScreenProps) {
  return isReady ? <TextConsent OwnNumber={OwnNumber} /> : <PageSpinner />;
}

/** A public sample of the student form. Nothing is saved. */
export function TextOptinScreen() {
  const [, navigate] = useLocation();
  return (
    <TextConsentForm
      onContinue={() => navigate(PAGES.yourSchedule)}
      showNumber={(isChecked) => isChecked && <p className="py-2">{sampleNumber}</p>}
    />
  );
}

function TextConsent({ OwnNumber }: Pick<TextConsentScreenProps, 'OwnNumber'>) {
  const [, navigate] = useLocation();
  const { number, submit, isSaving } = useTextChoice('student', {
    onSaved: () =>
      navigate<FinishedChoosing>(PAGES.schedule, {
        replace: true,
        state: { hasJustFinished: true },
      }),
    showsReason: false,
  });
  return (
    <TextConsentForm
      isSaving={isSaving}
      showNumber={(isChecked) => <OwnNumber ref={number} isNeeded={isChecked} />}
      onContinue={submit}
    />
  );
}

interface TextConsentFormProps {
  onContinue: (consent: boolean) => void;
  showNumber: (isChecked: boolean) => ReactNode;
  isSaving?: boolean;
}

function TextConsentForm(props: TextConsentFormProps) {
  const { onContinue, showNumber, isSaving = false } = props;
  usePageTitle(title);
  const [consent, setConsent] = useState(false);
  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4 text-pretty text-muted">
        We can text you before each class so you never miss one. It’s up to you.
      </p>
      <Card className="mt-6 pt-3">
        <Checkbox
          label={<span className="font-semibold">{STUDENT_TEXT_CONSENT.choice}</span>}
          checked={consent}
          onChange={setConsent}
          disabled={isSaving}
        />
        {showNumber(consent)}
        <TextTerms of="student" />
      </Card>
      <Button
        className="mt-6 w-full"
        pending={isSaving}
        pendingText="Saving..."
        onClick={() => onContinue(consent)}
      >
        Continue
      </Button>
    </>
  );
}
