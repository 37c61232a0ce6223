import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { PAGES } from '../../course/pages.ts';
import { retreatTitle } from '../../course/retreat.ts';
import { useApiMutation } from '../api.ts';
import { setCachedUser, useStudent } from '../auth.tsx';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { toastError } from '../ui/toast.ts';
import { useRetreatRegistration } from './queries.ts';
import { RetreatCode, RetreatSiteButton } from './retreat-card.tsx';

const title = 'Register for a One Day Yoga & Meditation Retreat';
const failure =
  'There was a problem marking the retreat registration as complete. Please try again.';
const redirectDelayMs = 1_000;

export function RetreatRegistrationScreen({ isReady }: { isReady: boolean }) {
  return isReady ? <RetreatSteps /> : <PageSpinner />;
}

function RetreatSteps() {
  usePageTitle(title);
  const client = useQueryClient();
  const student = useStudent();
  const [, navigate] = useLocation();
  const completion = useApiMutation('POST /api/complete-retreat-info', {
    onSuccess: (saved) => setCachedUser(client, { ...student, ...saved }),
    onError: () => toastError(failure),
  });
  const { isPending, isSuccess } = completion;
  const { data: retreat } = useRetreatRegistration();

  useEffect(() => {
    if (!isSuccess) return;
    const goOn = () => navigate(PAGES.textConsent, { replace: true });
    const timer = setTimeout(goOn, redirectDelayMs);
    return () => clearTimeout(timer);
  }, [isSuccess, navigate]);

  return (
    <>
      <h1 className="text-balance">{title}</h1>
      <p className="mt-4">
        Congratulations on scheduling your first 10 classes! The next step is a one-day retreat,
        ideally within four months.
      </p>
      <Card className="mt-6">
        <ol className="grid gap-6">
          <Step number={1}>
            <p className="font-semibold">Visit our external retreats website</p>
            <p className="mt-1 mb-3 text-muted">
              Choose a retreat that works for you. The website opens in a new tab.
            </p>
            <RetreatSiteButton variant="quiet">Retreats Website</RetreatSiteButton>
          </Step>
          <Step number={2}>
            <p className="font-semibold">
              Use the code <RetreatCode>{site.retreatCode}</RetreatCode> at checkout
            </p>
            <p className="mt-1 text-muted">Your registration is free with this code.</p>
          </Step>
          <Step number={3}>
            <p className="font-semibold">Click Continue</p>
            <p className="mt-1 text-muted">
              Not ready yet? You can register later. Your schedule has the link and the code.
            </p>
          </Step>
        </ol>
      </Card>
      <div role="status">
        {retreat && (
          <Notice tone="good" title="You’re registered" className="mt-6">
            {retreatTitle(retreat.retreatTitle)}. Click Continue to go to the next step.
          </Notice>
        )}
      </div>
      <Button
        className="mt-6 w-full"
        pending={isPending || isSuccess}
        pendingText="Processing..."
        onClick={() => completion.mutate()}
      >
        Continue
      </Button>
    </>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-sky font-semibold text-info"
      >
        {number}
      </span>
      <div className="min-w-0 pt-1">{children}</div>
    </li>
  );
}
