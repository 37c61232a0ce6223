import { Suspense } from 'react';
import { staffConsentProblem, type TextRefusal } from '../../course/staff-consent.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { lazily } from '../ui/load-lazily.ts';

const { TextConsentHint } = lazily(() => import('./text-consent-hint.tsx'));

interface TextConsentBoxProps {
  /** As they are stored. */
  person: { textConsent: boolean; textRefusal: TextRefusal | null };
  /** As it is typed in the form. */
  phone: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Why the server refused it. */
  error: string | undefined;
}

/** A yes that stands may be taken back and given again; a no of the person's own is theirs to take back. */
export function TextConsentBox(props: TextConsentBoxProps) {
  const { person, phone, checked, onChange, error } = props;
  const { textConsent, textRefusal } = person;
  const problem = textConsent
    ? null
    : staffConsentProblem({ hasPhone: phone.trim() !== '', textRefusal });
  return (
    <Checkbox
      label="Receives text messages"
      checked={checked}
      onChange={onChange}
      disabled={problem !== null && !checked}
      hint={
        problem && (
          <Suspense>
            <TextConsentHint problem={problem} />
          </Suspense>
        )
      }
      error={problem ? undefined : error}
    />
  );
}
