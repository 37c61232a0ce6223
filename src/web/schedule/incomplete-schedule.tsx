import { Link } from 'wouter';
import { RESUME_ONBOARDING } from '../../course/pages.ts';
import { site } from '../site.ts';
import { Card } from '../ui/card.tsx';
import { buttonStyles } from '../ui/styles.ts';
import { MailLink } from '../ui/text-link.tsx';

/** Instead of the schedule, for a student who has not chosen all classes. */
export function ChoiceUnfinished({ isQuiet }: { isQuiet: boolean }) {
  return (
    <Card variant="wash" className="px-6 py-7">
      <h1 className="text-balance text-3xl">Finish choosing your class times</h1>
      <p className="mt-3 mb-6 text-muted">
        Your schedule appears here once you have chosen a time for each class. The times you have
        chosen so far are saved.
      </p>
      <Link
        href={RESUME_ONBOARDING}
        className={buttonStyles({
          variant: isQuiet ? 'outline' : 'primary',
          className: 'max-sm:w-full',
        })}
      >
        Continue choosing
      </Link>
    </Card>
  );
}

/** Above the schedule, where enough is chosen for one and the rest is still open. */
export function RestToChoose({ isQuiet }: { isQuiet: boolean }) {
  return (
    <Card
      as="section"
      variant="wash"
      className="mb-3 sm:flex sm:items-center sm:justify-between sm:gap-6"
    >
      <h2 className="font-semibold text-lg">Finish choosing your class times</h2>
      <Link
        href={RESUME_ONBOARDING}
        className={buttonStyles({
          variant: isQuiet ? 'outline' : 'primary',
          className: 'shrink-0 max-sm:mt-3 max-sm:w-full',
        })}
      >
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
