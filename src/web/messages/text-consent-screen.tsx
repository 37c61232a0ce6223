import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { PAGES } from '../../course/pages.ts';
import { STUDENT_TEXT_CONSENT, textNumberSentence, textTerms } from '../../course/text-consent.ts';
import { errorMessage, useApiMutation } from '../api.ts';
import { getCachedUser, setCachedUser } from '../auth.tsx';
import { useRequestKeys } from '../request-key.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { InlineError } from '../ui/notice.tsx';
import type { NumberHandle, NumberSlot } from '../ui/number-slot.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { Switch } from '../ui/switch.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast } from '../ui/toast.ts';

const title = 'Get reminders about classes and retreats';

/** Passed to the schedule page in the history state after the last step. */
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
  const number = useRef<NumberHandle>(null);
  const [isSettling, setSettling] = useState(false);
  const [, navigate] = useLocation();
  const { update, save: saveConsent } = useTextConsent({
    onSaved: () =>
      navigate<FinishedChoosing>(PAGES.schedule, {
        replace: true,
        state: { hasJustFinished: true },
      }),
    onError: () => toast({ title: 'Error', description: failure, variant: 'destructive' }),
  });

  const save = async (consent: boolean) => {
    setSettling(true);
    const isSettled = await number.current?.settle(consent);
    setSettling(false);
    if (isSettled) saveConsent(consent);
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
        <Terms />
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

/** Carriers require this text wherever people can opt in. */
function Terms() {
  return (
    <p className="mt-1 text-pretty text-muted text-sm">
      {STUDENT_TEXT_CONSENT.note} {textTerms('student', site)}{' '}
      <TextLink href={PAGES.privacyPolicy} newTab>
        Privacy Policy
      </TextLink>
    </p>
  );
}

function useTextConsent({ onSaved, onError }: { onSaved?: () => void; onError?: () => void } = {}) {
  const client = useQueryClient();
  const requestKeys = useRequestKeys();
  const update = useApiMutation('POST /api/update-text-consent', {
    onSuccess: async (saved) => {
      requestKeys.onSaved();
      toast({
        title: 'Preferences updated',
        description: 'Your text message preferences have been saved.',
      });
      const user = getCachedUser(client);
      if (user) await setCachedUser(client, { ...user, ...saved });
      onSaved?.();
    },
    ...(onError && { onError }),
  });
  const save = (consent: boolean) =>
    update.mutate({ body: { consent, clicked: true }, requestKey: requestKeys.keyFor(consent) });
  return { update, save };
}

/** Lets students change the choice they made on the text consent page. */
export function StudentTextChoice({ user, OwnNumber }: { user: User; OwnNumber: NumberSlot }) {
  const number = useRef<NumberHandle>(null);
  /** True if the student has opted in but still has to enter a phone number. */
  const [isWaiting, setWaiting] = useState(false);
  const { update, save: saveConsent } = useTextConsent();
  const [asked] = update.variables ?? [];
  const save = (consent: boolean) => {
    setWaiting(false);
    saveConsent(consent);
  };
  const choose = async (consent: boolean) => {
    if (!consent) return isWaiting ? setWaiting(false) : save(false);
    setWaiting(true);
    if (await number.current?.settle(true)) save(true);
  };
  return (
    <Card as="section" aria-labelledby="text-choice">
      <h2 id="text-choice" className="font-display font-medium text-2xl leading-tight">
        Text reminders
      </h2>
      <Switch
        label={STUDENT_TEXT_CONSENT.choice}
        checked={isWaiting || (update.isPending && asked ? asked.body.consent : user.textConsent)}
        onChange={choose}
      />
      {update.error && (
        <InlineError className="mb-2">{errorMessage(update.error, failure)}</InlineError>
      )}
      <OwnNumber
        ref={number}
        isNeeded={isWaiting || user.textConsent}
        onSaved={() => isWaiting && save(true)}
        onLeft={() => setWaiting(false)}
      />
      <Terms />
    </Card>
  );
}
