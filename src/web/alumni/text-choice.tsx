import type { User } from '../../contract/sign-in.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { formatPhone } from '../ui/format-phone.ts';
import { InlineError } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { MailLink } from '../ui/text-link.tsx';
import { TextTerms, textChoice } from './text-terms.tsx';
import { useTextChoice } from './use-text-choice.ts';

/** The choice of the page for text preferences, which is shown once. Here it can be changed at any time. */
export function TextChoice({ user, className }: { user: User; className?: string }) {
  const { save, saving, problem } = useTextChoice();
  return (
    <Card as="section" aria-labelledby="text-choice" className={className}>
      <h2 id="text-choice" className="font-display font-medium text-2xl leading-tight">
        Text reminders
      </h2>
      <Switch label={textChoice} checked={saving ?? user.textConsent} onChange={save} />
      {problem && <InlineError className="mb-2">{problem}</InlineError>}
      <p className="text-sm">
        {user.phone ? (
          `They go to ${formatPhone(user.phone)}.`
        ) : (
          <>
            We have no phone number of yours yet. Please write to{' '}
            <MailLink address={site.supportEmail} />.
          </>
        )}
      </p>
      <TextTerms />
    </Card>
  );
}
