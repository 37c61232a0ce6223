import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { weeksToChooseFrom } from '../../course/choosing-weeks.ts';
import { LAST_CLASS_NUMBER, nextClassNumber } from '../../course/course.ts';
import { formatSlotForReader } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { PAGES } from '../../course/pages.ts';
import { pageAfterChoosing } from '../../course/redirects.ts';
import { monthlyNote, whyFirstClass } from '../../course/shown-classes.ts';
import {
  ApiError,
  type ApiResponse,
  apiQuery,
  errorMessage,
  invalidate,
  updateCached,
  useApiMutation,
} from '../api.ts';
import { now, useOnChange } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { ProgressBars } from '../ui/progress-bars.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { StickyBar } from '../ui/sticky-bar.tsx';
import { toast, toastError } from '../ui/toast.ts';
import { startOf } from './class-facts.tsx';
import { PLAN_PARAMETER } from './kept-plan.ts';
import { useOnboardingAddress, useStartOfChoice } from './onboarding-address.ts';
import { PlanOffer } from './plan-offer.tsx';
import { settleWish, useSchedule } from './queries.ts';
import { ChosenTime, SlotSkeleton } from './slot-list.tsx';
import { NoTimeWorks, SlotPicker, usualSlots, WeekNameSkeleton } from './slot-picker.tsx';
import { useChosenSlot, useSlotWeeks } from './use-slot-weeks.ts';
import { JoinWaitingList, useOfferedPlace, WaitingLists } from './waiting-lists.tsx';

const offerClasses = 'GET /api/classes/available';
type Offer = ApiResponse<typeof offerClasses>;

const classTimes = {
  queryOf: (weekOffset: number) => apiQuery(offerClasses, { query: { weekOffset } }),
  targetOf: ({ nextClassNumber: classNumber }: Offer) => classNumber,
};

const { PlanScreen } = lazily(() => import('./plan-screen.tsx'));

export function OnboardingScreen({ isReady }: { isReady: boolean }) {
  const isPlan = new URLSearchParams(useSearch()).has(PLAN_PARAMETER);
  if (isPlan) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <PlanScreen isReady={isReady} />
      </Suspense>
    );
  }
  return isReady ? <ClassChoice /> : <OnboardingSkeleton />;
}

function ClassChoice() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const weeks = useSlotWeeks(classTimes, useStartOfChoice());
  const { data: chosenBefore = [] } = useSchedule();
  const { chosen, choose } = useChosenSlot(weeks.shown);
  const place = useOfferedPlace();
  const [savedNumber, setSavedNumber] = useState(0);
  const classNumber = useClassNumber(weeks.shown?.offer);
  useOnboardingAddress(weeks, chosenBefore.length > 0 || savedNumber > 0);
  const heading = useFocusOnNext(classNumber);
  usePageTitle(`Select Time for Class ${classNumber}`);

  const refetchAll = () => invalidate(client, offerClasses, 'GET /api/schedule');
  const choice = useApiMutation('POST /api/register/class/:classId', {
    onSuccess: (entry) => {
      updateCached(client, 'GET /api/schedule', (entries) => [
        ...entries.filter(({ id }) => id !== entry.id),
        entry,
      ]);
      const page = pageAfterChoosing(entry.classNumber);
      const chosenTime = `Class ${entry.classNumber}: ${formatSlotForReader(startOf(entry))}`;
      toast({
        title: 'Class time selected successfully',
        // The onboarding page already shows the chosen time above the next class's times.
        description: page === PAGES.onboarding ? undefined : chosenTime,
      });
      settleWish(client, [entry.classNumber]);
      setSavedNumber(entry.classNumber);
      refetchAll();
      if (page !== PAGES.onboarding) return navigate(page, { replace: true });
      weeks.goToWeek(weeksToChooseFrom([{ ...entry, startsAt: startOf(entry) }], now()).start);
    },
    onError: (error) => {
      toastError(errorMessage(error, error.message), 'Registration Failed');
      if (error instanceof ApiError && error.status > 0) refetchAll();
    },
  });

  if (classNumber > LAST_CLASS_NUMBER) return <Redirect to={PAGES.schedule} replace />;
  // Keep the button in its saving state until the times for the next class are loaded.
  const isSaving = choice.isPending || savedNumber >= classNumber;
  const offer = weeks.shown?.offer;
  return (
    <>
      <WaitingLists main={!chosen && place} />
      <div className="two-columns">
        <div>
          <ProgressBars
            total={LAST_CLASS_NUMBER - site.firstClass + 1}
            done={classNumber - site.firstClass}
          />
          <StepOf classNumber={classNumber} />
          <LastChoice entry={chosenBefore.find((entry) => entry.classNumber === classNumber - 1)} />
          <h1 ref={heading} tabIndex={-1} className="mt-3">
            Select Time for Class {classNumber}
          </h1>
          <AboutClasses classNumber={classNumber} />
          <PlanOffer
            classNumber={classNumber}
            isMain={!chosen && !place}
            onDecline={() => heading.current?.focus()}
          />
        </div>
        <div>
          <SlotPicker
            weeks={weeks}
            classNumber={classNumber}
            weekZero={pacificWeekOf(now())}
            canGoBack={weeks.wantedOffset > weeks.lowestOffset && offer?.canGoBack === true}
            chosenId={chosen?.id}
            onChoose={choose}
            renderFull={(slot) => <JoinWaitingList slot={slot} classNumber={classNumber} />}
            footer={<NoTimeWorks classNumber={classNumber} />}
          />
        </div>
      </div>
      {chosen && (
        <StickyBar>
          <div className="items-center gap-4 lg:flex not-high:flex">
            <ChosenTime slot={chosen} className="mb-2 flex-1 lg:mb-0" />
            <Button
              className="w-full flex-1"
              pending={isSaving}
              onClick={() =>
                choice.mutate({ params: { classId: chosen.id }, query: { classNumber } })
              }
            >
              Continue
            </Button>
          </div>
        </StickyBar>
      )}
    </>
  );
}

function StepOf({ classNumber }: { classNumber: number }) {
  const why = classNumber === site.firstClass && whyFirstClass(classNumber);
  return (
    <p className="mt-2 text-muted text-sm">
      Class {classNumber} of {LAST_CLASS_NUMBER}
      {why && ` · ${why}`}
    </p>
  );
}

function LastChoice({ entry }: { entry: ScheduleEntry | undefined }) {
  if (!entry || entry.cancellation) return null;
  return (
    <p className="mt-3 flex gap-2 rounded-control bg-success-soft px-3 py-2 text-sm text-success">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 stroke-3" />
      <span>
        Class {entry.classNumber} is set for {formatSlotForReader(startOf(entry))}.
      </span>
    </p>
  );
}

function AboutClasses({ classNumber }: { classNumber: number }) {
  const note = monthlyNote(classNumber);
  return (
    <p className="mt-3 mb-5 text-muted">
      {note && <span className="text-ink">{note} </span>}
      All times are in Pacific Time. Your class lasts about an hour and is held on Zoom.
    </p>
  );
}

/** Gets the class number from the schedule until the first slots are loaded. */
function useClassNumber(offer: Offer | undefined): number {
  const { data = [] } = useSchedule();
  const [atFirst] = useState(() =>
    nextClassNumber(
      data.map(({ classNumber }) => classNumber),
      site.firstClass,
    ),
  );
  return offer?.nextClassNumber ?? atFirst;
}

function useFocusOnNext(classNumber: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  useOnChange(classNumber, () => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  });
  return heading;
}

function OnboardingSkeleton() {
  return (
    <div className="two-columns">
      <div>
        <ProgressBars total={LAST_CLASS_NUMBER - site.firstClass + 1} done={0} />
        <Skeleton className="mt-2 w-fit text-sm">
          Class 5 of 10 · {whyFirstClass(site.firstClass)}
        </Skeleton>
        <Skeleton className="mt-2 w-fit">
          <h1>Select Time for Class 5</h1>
        </Skeleton>
        <AboutClasses classNumber={site.firstClass} />
      </div>
      <div>
        <WeekNameSkeleton />
        <SlotSkeleton rows={usualSlots(site.firstClass)} />
      </div>
    </div>
  );
}
