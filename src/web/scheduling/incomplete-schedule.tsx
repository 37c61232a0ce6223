import { Link } from 'wouter';
import { RESUME_ONBOARDING } from '../../course/pages.ts';
import { site } from '../site.ts';
import { buttonStyles } from '../ui/button-styles.ts';
import { Card } from '../ui/card.tsx';
import { MailLink } from '../ui/text-link.tsx';

/** In place of the schedule, for whoever stopped half way. */
export function ChoiceUnfinished() {
  return (
    <Card variant="wash" className="px-6 py-7">
      <h1 className="text-balance text-3xl">Finish choosing your class times</h1>
      <p className="mt-3 mb-6 text-muted">
        Your schedule appears here once you have chosen a time for each class. The times you have
        chosen so far are saved.
      </p>
      <Link href={RESUME_ONBOARDING} className={buttonStyles({ className: 'max-sm:w-full' })}>
        Continue choosing
      </Link>
    </Card>
  );
}

/** Nothing is left to choose and yet classes are missing: only the organisation can mend that. */
export function ScheduleIncomplete() {
  return (
    <Card className="px-6 py-7">
      <h1 className="text-balance text-3xl">Your schedule is not complete</h1>
      <p className="mt-3 text-muted">
        Some of your classes are missing. Please write to <MailLink address={site.supportEmail} />{' '}
        and we will put it right.
      </p>
    </Card>
  );
}
