import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { RefusedPlan } from '../../contract/schedule-for-students.ts';
import { PAGES, RESUME_ONBOARDING } from '../../course/pages.ts';
import { classToKeep, describePlan } from '../../course/plan.ts';
import { pageAfterChoosing } from '../../course/redirects.ts';
import { allInWords, countInWords } from '../../course/shown-classes.ts';
import { ApiError, errorMessage, invalidate, useApiMutation } from '../api.ts';
import { useNow } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { InlineError, LoadFailed } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { PageSpinner } from '../ui/spinner.tsx';
import { useBarHeight } from '../ui/sticky-bar.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { shownClasses, startOf } from './class-facts.tsx';
import { forgetPlan } from './kept-plan.ts';
import { toRegistration } from './plan-offer.tsx';
import { changeButtonId, PlanRows } from './plan-rows.tsx';
import { settleWish, useSchedule } from './queries.ts';
import { toCourse, usePlan } from './use-plan.ts';

const { PlanDialog } = lazily(() => import('./plan-dialog.tsx'));
const oneByOne = (
  <TextLink href={RESUME_ONBOARDING} className="inline-block py-2.5">
    Choose one by one instead
  </TextLink>
);

export function PlanScreen({ isReady }: { isReady: boolean }) {
  return isReady ? <PlanOfClassToKeep /> : <PageSpinner />;
}

/** Decides once which class's weekday and hour to keep. Later choices don't change that. */
function PlanOfClassToKeep() {
  const { data: entries = [] } = useSchedule();
  const [kept] = useState(() => {
    const last = classToKeep(entries.map(toRegistration), site.firstClass);
    return entries.find(({ id }) => id === last?.id);
  });
  if (!kept) return <Redirect to={RESUME_ONBOARDING} replace />;
  return <PlannedCourse kept={kept} entries={entries} />;
}

function PlannedCourse({ kept, entries }: { kept: ScheduleEntry; entries: ScheduleEntry[] }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const now = useNow();
  const plan = usePlan(kept, entries, now);
  const changing = useDialog<number>();
  const { rows, toRegister, problemOf } = plan;
  const barHeight = useBarHeight();
  const [focusOn, setFocusOn] = useState<{ classNumber: number | undefined }>();
  useEffect(() => {
    if (!focusOn) return;
    const row = document.getElementById(changeButtonId(focusOn.classNumber ?? 0));
    (row ?? document.querySelector('h1'))?.focus();
  }, [focusOn]);

  const refetchAll = () => invalidate(client, 'GET /api/classes/available', 'GET /api/schedule');
  const registration = useApiMutation('POST /api/plan', {
    onSuccess: (made) => {
      forgetPlan();
      refetchAll();
      settleWish(
        client,
        made.map(({ classNumber }) => classNumber),
      );
      toast({ title: 'You’re registered', description: describeMade(made) });
      const page = pageAfterChoosing(made.at(-1)?.classNumber ?? 0);
      navigate(page === PAGES.onboarding ? PAGES.schedule : page, { replace: true });
    },
    onError: async (error) => {
      toastError(errorMessage(error, error.message), 'Registration Failed');
      // If we couldn't reach the server, don't refetch, because that would probably fail as well.
      if (!(error instanceof ApiError && error.status > 0)) return;
      await refetchAll();
      const current = error.current as RefusedPlan | undefined;
      if (!current?.problems) return;
      plan.noteRefusal(current, chosenIds);
      setFocusOn({ classNumber: current.problems[0]?.classNumber });
    },
  });
  const chosenIds = toRegister.map(({ classNumber, slot }) => ({ classNumber, classId: slot.id }));

  const registered = shownClasses(entries);
  const title = `Your ${countInWords(registered.length + rows.length)} classes`;
  usePageTitle(title);
  if (registered.length === 0) return <Redirect to={PAGES.onboarding} replace />;
  if (rows.length === 0) return <Redirect to={PAGES.schedule} replace />;
  if (plan.error) {
    return (
      <>
        <LoadFailed
          level={1}
          title="Failed to fetch available classes"
          error={plan.error}
          onRetry={plan.refetch}
        />
        <p className="mt-4 text-center">{oneByOne}</p>
      </>
    );
  }
  if (!plan.isProposed) return <PageSpinner />;

  const wrong = toRegister.find(({ classNumber }) => problemOf(classNumber))?.classNumber;
  const register = () =>
    wrong
      ? setFocusOn({ classNumber: wrong })
      : registration.mutate({ body: { classes: chosenIds } });
  const startToKeep = startOf(kept);
  return (
    <>
      <div className="two-columns">
        <div>
          <h1 ref={startAtTop} tabIndex={-1}>
            {title}
          </h1>
          <p className="mt-3 mb-5 text-muted">
            {describePlan(startToKeep, toCourse(rows.filter(({ isOwn }) => !isOwn)))}
          </p>
        </div>
        <PlanRows
          registered={registered}
          rows={rows}
          kept={startToKeep}
          problemOf={problemOf}
          onChange={changing.open}
        />
      </div>
      <div
        ref={barHeight}
        className="foot-bar bg-linear-to-t [@media(max-height:32rem)]:static from-75% from-page to-transparent px-5 pt-6 pb-4 text-center"
      >
        {toRegister.length > 0 && (
          <Button
            className="w-full"
            pending={registration.isPending}
            pendingText="Registering..."
            onClick={register}
          >
            {toRegister.length === 1
              ? `Register for Class ${toRegister[0]?.classNumber}`
              : `Register ${allInWords(toRegister.length)}`}
          </Button>
        )}
        {wrong && (
          <InlineError className="mt-2">
            {`Please choose another time for Class ${wrong} first.`}
          </InlineError>
        )}
        {oneByOne}
      </div>
      {changing.render((dialog, classNumber) => (
        <PlanDialog
          {...dialog}
          classNumber={classNumber}
          rows={rows}
          onChoose={(slot) => {
            plan.change(classNumber, slot);
            changing.close();
          }}
        />
      ))}
    </>
  );
}

/** This page replaces an onboarding step, so scroll to the top and focus its heading. */
function startAtTop(heading: HTMLHeadingElement | null): void {
  if (!heading) return;
  PlanDialog.preload();
  heading.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

function describeMade(made: ScheduleEntry[]): string {
  const [first, last] = [made[0]?.classNumber, made.at(-1)?.classNumber];
  return first === last ? `Class ${first} is saved.` : `Classes ${first} to ${last} are saved.`;
}
