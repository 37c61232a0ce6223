import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../../course/pages.ts';
import { TEXT_CHOICES, textNumberSentence } from '../../../course/text-consent.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { PageSpinner } from '../../ui/spinner.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toastError } from '../../ui/toast.ts';
import { type NumberHandle, OwnNumber } from '../own-number.tsx';
import { type ConsentRole, consentTexts, TextTerms, useTextChoice } from './text-choice.tsx';

/** Passed to the schedule page in the history state after the last onboarding step. */
export interface FinishedChoosing {
  hasJustFinished: boolean;
}

const sampleNumber = textNumberSentence('(202) 555-0123');

export function TextConsentScreen({ isReady }: { isReady: boolean }) {
  const [, navigate] = useLocation();
  const goOn = () =>
    navigate<FinishedChoosing>(PAGES.schedule, { replace: true, state: { hasJustFinished: true } });
  if (!isReady) return <PageSpinner />;
  return (
    <TextConsent
      of="student"
      onSaved={goOn}
      onError={() => toastError(consentTexts.student.failed)}
    />
  );
}

export function AlumniTextConsentScreen() {
  const [, navigate] = useLocation();
  const goOn = () => navigate(PAGES.classes, { replace: true });
  return <TextConsent of="alumni" onSaved={goOn} />;
}

export function TextOptinScreen() {
  const [, navigate] = useLocation();
  return (
    <TextConsentForm
      of="student"
      onContinue={() => navigate(PAGES.yourSchedule)}
      showNumber={(isChecked) => isChecked && <p className="py-2">{sampleNumber}</p>}
    />
  );
}

interface TextConsentProps extends NonNullable<Parameters<typeof useTextChoice>[1]> {
  of: ConsentRole;
}

function TextConsent({ of: role, ...callbacks }: TextConsentProps) {
  const number = useRef<NumberHandle>(null);
  const [isSettling, setSettling] = useState(false);
  const { save, saving, isSaved } = useTextChoice(role, callbacks);
  const submit = async (consent: boolean) => {
    setSettling(true);
    const isSettled = await number.current?.settle(consent);
    setSettling(false);
    if (isSettled) save(consent);
  };
  return (
    <TextConsentForm
      of={role}
      isSaving={isSettling || saving !== undefined || isSaved}
      showNumber={(isNeeded) => <OwnNumber ref={number} isNeeded={isNeeded} />}
      onContinue={submit}
    />
  );
}

const forms = {
  student: {
    title: 'Get reminders about classes and retreats',
    intro: 'We can text you before each class so you never miss one. It’s up to you.',
    isYesAtFirst: false,
    Choice: Checkbox,
    pendingText: 'Saving...',
  },
  alumni: {
    title: 'Text Message Preferences',
    intro: 'Would you like us to text you about what’s coming up for meditators? It’s up to you.',
    isYesAtFirst: true,
    Choice: Switch,
    pendingText: 'Updating...',
  },
};

interface TextConsentFormProps {
  of: ConsentRole;
  onContinue: (consent: boolean) => void;
  showNumber: (isNeeded: boolean) => ReactNode;
  isSaving?: boolean;
}

function TextConsentForm(props: TextConsentFormProps) {
  const { of: role, onContinue, showNumber, isSaving = false } = props;
  const { title, intro, isYesAtFirst, Choice, pendingText } = forms[role];
  usePageTitle(title);
  const [consent, setConsent] = useState(isYesAtFirst);
  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4 text-pretty text-muted">{intro}</p>
      <Card className="mt-6 pt-3">
        <Choice
          label={<span className="font-semibold">{TEXT_CHOICES[role]}</span>}
          checked={consent}
          onChange={setConsent}
          disabled={isSaving}
        />
        {showNumber(consent)}
        <TextTerms of={role} />
      </Card>
      <Button
        className="mt-6 w-full"
        pending={isSaving}
        pendingText={pendingText}
        onClick={() => onContinue(consent)}
      >
        Continue
      </Button>
    </>
  );
}
