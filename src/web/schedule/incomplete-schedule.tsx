import { Link } from 'wouter';
import { RESUME_ONBOARDING } from '../../course/pages.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { MailLink } from '../ui/text-link.tsx';

export function ChoiceUnfinished({ isMain }: { isMain: boolean }) {
  return (
    <Card variant="wash" className="px-6 py-7">
      <h1 className="text-balance text-2xl">Finish choosing your class times</h1>
      <p className="mt-3 mb-6 text-muted">
        Your schedule will appear here once every class has a time. We’ve saved the times you’ve
        chosen so far.
      </p>
      <ContinueChoosing isMain={isMain} className="max-sm:w-full" />
    </Card>
  );
}

export function RestToChoose({ isMain }: { isMain: boolean }) {
  return (
    <Card
      as="section"
      variant="wash"
      className="mb-3 sm:flex sm:items-center sm:justify-between sm:gap-6"
    >
      <h2 className="font-semibold text-lg">Finish choosing your class times</h2>
      <ContinueChoosing isMain={isMain} className="shrink-0 max-sm:mt-3 max-sm:w-full" />
    </Card>
  );
}

function ContinueChoosing({ isMain, className }: { isMain: boolean; className: string }) {
  const variant = isMain ? 'primary' : 'quiet';
  return (
    <Link href={RESUME_ONBOARDING} className={buttonStyles({ variant, className })}>
      Continue Choosing
    </Link>
  );
}

/** Shown if classes are missing but the student has none left to choose. Only staff can fix this. */
export function ScheduleIncomplete() {
  return (
    <Card className="px-6 py-7">
      <h1 className="text-balance text-2xl">Your schedule isn’t complete</h1>
      <p className="mt-3 text-muted">
        Some of your classes are missing. Please write to <MailLink address={site.supportEmail} />{' '}
        and we’ll fix this.
      </p>
    </Card>
  );
}
