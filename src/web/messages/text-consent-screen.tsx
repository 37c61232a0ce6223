import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { textNumberSentence } from '../../course/text-consent.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Switch } from '../ui/switch.tsx';
import { toastError } from '../ui/toast.ts';
import { type Member, TextTerms, textWords, useTextChoice } from './text-choice.tsx';

/** Passed to the schedule page in the history state after the last step. */
export interface FinishedChoosing {
  hasJustFinished: boolean;
}

const forms = {
  student: {
    title: 'Get reminders about classes and retreats',
    intro: 'We can text you before each class so you never miss one. It’s up to you.',
    Choice: Checkbox,
    pendingText: 'Saving...',
    nextPage: PAGES.schedule,
    // Students see this sentence, whatever the server says.
    onError: () => toastError(textWords.student.failed),
  },
  alumni: {
    title: 'Text Message Preferences',
    intro: 'Would you like us to text you about what’s coming up for meditators? It’s up to you.',
    Choice: Switch,
    pendingText: 'Updating...',
    nextPage: PAGES.classes,
    onError: undefined,
  },
};

const sampleNumber = textNumberSentence('(202) 555-0123');

/** A public sample of the student form. Nothing is saved. */
export function TextOptinScreen() {
  const [, navigate] = useLocation();
  return (
    <TextConsentForm
      member="student"
      onContinue={() => navigate(PAGES.yourSchedule)}
      showNumber={(isChecked) => isChecked && <p className="py-2">{sampleNumber}</p>}
    />
  );
}

interface TextConsentScreenProps {
  member: Member;
  OwnNumber: NumberSlot;
}

export function TextConsentScreen({ member, OwnNumber }: TextConsentScreenProps) {
  const { nextPage, onError } = forms[member];
  const number = useRef<NumberHandle>(null);
  const [isSettling, setSettling] = useState(false);
  const [, navigate] = useLocation();
  const state = { hasJustFinished: true };
  const goOn = () => navigate<FinishedChoosing>(nextPage, { replace: true, state });
  const { save, saving, isSaved } = useTextChoice(member, goOn, onError);
  const submit = async (consent: boolean) => {
    setSettling(true);
    const isSettled = await number.current?.settle(consent);
    setSettling(false);
    if (isSettled) save(consent);
  };
  return (
    <TextConsentForm
      member={member}
      isSaving={isSettling || saving !== undefined || isSaved}
      showNumber={(isChecked) => <OwnNumber ref={number} isNeeded={isChecked} />}
      onContinue={submit}
    />
  );
}

interface TextConsentFormProps {
  member: Member;
  onContinue: (consent: boolean) => void;
  showNumber: (isChecked: boolean) => ReactNode;
  isSaving?: boolean;
}

function TextConsentForm(props: TextConsentFormProps) {
  const { member, onContinue, showNumber, isSaving = false } = props;
  const { title, intro, Choice, pendingText } = forms[member];
  usePageTitle(title);
  const [consent, setConsent] = useState(member === 'alumni');
  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4 text-pretty text-muted">{intro}</p>
      <Card className="mt-6 pt-3">
        <Choice
          label={<span className="font-semibold">{textWords[member].choice}</span>}
          checked={consent}
          onChange={setConsent}
          disabled={isSaving}
        />
        {showNumber(consent)}
        <TextTerms member={member} />
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
