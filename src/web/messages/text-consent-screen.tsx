import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { textNumberSentence } from '../../course/text-consent.ts';
import { useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.ts';
import { TextConsentForm } from './text-consent-form.tsx';

/** What the schedule is told by whoever comes from the last step. */
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

/** The students' form, public as a sample. Nothing is saved. */
export function TextOptinScreen() {
  const [, navigate] = useLocation();
  return (
    <TextConsentForm
      onContinue={() => navigate(PAGES.yourSchedule)}
      showNumber={(isWanted) => isWanted && <p className="py-2">{sampleNumber}</p>}
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
      showNumber={(isWanted) => <OwnNumber ref={number} isNeeded={isWanted} />}
      onContinue={save}
    />
  );
}
