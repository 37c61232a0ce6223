import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { STUDENT_TEXT_CONSENT, textNumberSentence, textTerms } from '../../course/text-consent.ts';
import { useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';

const title = 'Get reminders about classes and retreats';

/** Navigation state for the schedule, after the last step. */
export interface FinishedChoosing {
  hasJustFinished: boolean;
}

const sampleNumber = textNumberSentence('(202) 555-0123');
const failure = 'Failed to save your preferences. Please try again.';

interface TextConsentScreenProps {
  isReady: boolean;
  OwnNumber: NumberSlot;
}

export function TextConsentScreen({ isReady, OwnNumber }: TextConsentScreenProps) {
  return isReady ? <TextConsent OwnNumber={OwnNumber} /> : <PageSpinner />;
}

/** A public sample of the students' form. Saves nothing. */
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
  const client = useQueryClient();
  const number = useRef<NumberHandle>(null);
  const [isSettling, setSettling] = useState(false);
  const [, navigate] = useLocation();
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      toast({
        title: 'Preferences updated',
        description: 'Your text message preferences have been saved.',
      });
      const student = getCachedUser(client);
      if (student) await setCachedUser(client, { ...student, ...saved });
      navigate<FinishedChoosing>(PAGES.schedule, {
        replace: true,
        state: { hasJustFinished: true },
      });
    },
    onError: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  });

  const save = async (consent: boolean) => {
    setSettling(true);
    const isSettled = await number.current?.settle(consent);
    setSettling(false);
    if (!isSettled) return;
    update.mutate({ body: { consent, clicked: true }, requestKey: requestKeys.keyFor(consent) });
  };

  return (
    <TextConsentForm
      isSaving={isSettling || update.isPending || update.isSuccess}
      showNumber={(isChecked) => <OwnNumber ref={number} isNeeded={isChecked} />}
      onContinue={save}
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
        <p className="mt-1 text-pretty text-muted text-sm">
          {STUDENT_TEXT_CONSENT.note} {textTerms('student', site)}{' '}
          <TextLink href={PAGES.privacyPolicy} newTab>
            Privacy Policy
          </TextLink>
        </p>
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
