import { PAGES } from '../../course/pages.ts';
import { ALUMNI_TEXT_CONSENT, textTerms } from '../../course/text-consent.ts';
import { site } from '../site.ts';
import { TextLink } from '../ui/text-link.tsx';

export const textChoice = ALUMNI_TEXT_CONSENT.choice;

/** What has to stand under the choice wherever it is made. */
export function TextTerms() {
  return (
    <p className="mt-1 text-pretty text-muted text-sm">
      {ALUMNI_TEXT_CONSENT.note} {textTerms('alumni', site)}{' '}
      <TextLink href={PAGES.privacyPolicy} newTab>
        Privacy Policy
      </TextLink>
    </p>
  );
}
