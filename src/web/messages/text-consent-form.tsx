import { type ReactNode, useState } from 'react';
import { PAGES } from '../../course/pages.ts';
import { STUDENT_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/text-link.tsx';

const title = 'Get reminders about classes and retreats';

interface TextConsentFormProps {
  onContinue: (consent: boolean) => void;
  /** Where the texts go, once they are wanted. */
  showNumber: (isWanted: boolean) => ReactNode;
  isSaving?: boolean;
}

/** All that there is to see of the choice; what comes of it is up to the page that shows it. */
export function TextConsentForm(props: TextConsentFormProps) {
  const { onContinue, showNumber, isSaving = false } = props;
  usePageTitle(title);
  const [consent, setConsent] = useState(false);
  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4 text-pretty text-muted">
        We can text you shortly before each class, so that you never miss one. It is up to you.
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
