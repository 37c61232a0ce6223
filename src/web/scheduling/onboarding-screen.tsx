import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { LAST_CLASS_NUMBER, nextClassNumber } from '../../course/course.ts';
import { pageAfterChoosing } from '../../course/journey.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { PAGES } from '../../course/pages.ts';
import { offsetAfterChoosing } from '../../course/slots.ts';
import {
  ApiError,
  type ApiResponse,
  apiQuery,
  errorMessage,
  invalidate,
  useApiMutation,
} from '../api.ts';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { InlineError } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { ProgressBars } from '../ui/progress-bars.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { NothingFits } from './nothing-fits.tsx';
import { useSchedule } from './queries.ts';
import { SlotSkeleton } from './slot-list.tsx';
import { SlotPicker } from './slot-picker.tsx';
import { useSlotWeeks } from './use-slot-weeks.ts';

const offerClasses = 'GET /api/classes/available';
type Offer = ApiResponse<typeof offerClasses>;

const classTimes = {
  queryOf: (weekOffset: number) => apiQuery(offerClasses, { query: { weekOffset } }),
  targetOf: ({ nextClassNumber: classNumber }: Offer) => classNumber,
  firstWeek: ({ classes, firstFutureWeek }: Offer, weekOffset: number) =>
    classes.length > 0 ? weekOffset : (firstFutureWeek ?? weekOffset),
};

export function OnboardingScreen({ isReady }: { isReady: boolean }) {
  return isReady ? <ClassChoice /> : <OnboardingSkeleton />;
}

/** One class after the other, each on the same screen, until the last is chosen. */
function ClassChoice() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const weeks = useSlotWeeks(classTimes);
  const [chosenId, setChosenId] = useState<number>();
  const [savedNumber, setSavedNumber] = useState(0);
  const [problem, setProblem] = useState<string>();
  const classNumber = useClassNumber(weeks.shown?.offer);
  const heading = useFocusOnNext(classNumber);
  usePageTitle(`Select Time for Class ${classNumber}`);

  const refetchAll = () => {
    invalidate(client, offerClasses);
    return invalidate(client, 'GET /api/schedule');
  };
  const choose = (slotId: number | undefined) => {
    setChosenId(slotId);
    setProblem(undefined);
  };
  const choice = useApiMutation('POST /api/register/class/:classId', {
    onSuccess: (entry) => {
      toast({ title: 'Class time selected successfully' });
      setSavedNumber(entry.classNumber);
      const page = pageAfterChoosing(entry.classNumber);
      if (page !== PAGES.onboarding) {
        refetchAll();
        return navigate(page, { replace: true });
      }
      weeks.goToWeek(offsetAfterChoosing(entry.classNumber, weeks.wantedOffset));
      refetchAll();
    },
    onError: (error) => {
      const description = errorMessage(error, error.message);
      setProblem(description);
      toast({ title: 'Registration Failed', description, variant: 'destructive' });
      // The server refuses what the screen offers only if it is out of date: chosen in another tab, or started by now.
      if (error instanceof ApiError && error.status > 0) refetchAll();
    },
  });

  if (classNumber > LAST_CLASS_NUMBER) return <Redirect to={PAGES.schedule} replace />;
  // Still the class just saved, until the next one's times are here.
  const isSaving = choice.isPending || savedNumber >= classNumber;
  const chosen = weeks.shown?.offer.classes.find(({ id }) => id === chosenId);
  return (
    <>
      <ProgressBars
        total={LAST_CLASS_NUMBER - site.firstClass + 1}
        done={classNumber - site.firstClass}
      />
      <p className="mt-2 text-muted text-sm">
        Class {classNumber} of {LAST_CLASS_NUMBER}
      </p>
      <h1 ref={heading} tabIndex={-1} className="mt-2">
        Select Time for Class {classNumber}
      </h1>
      <AboutClasses />
      <SlotPicker
        weeks={weeks}
        weekZero={pacificWeekOf(now())}
        canGoBack={weeks.wantedOffset > weeks.lowestOffset}
        layout="grid"
        emptyText={emptyTextFor(weeks.shown?.offer)}
        chosenId={chosen?.id}
        onChoose={choose}
        footer={<NothingFits classNumber={classNumber} />}
      />
      {(chosen || problem) && (
        <StickyBar>
          {problem && <InlineError className="mb-3">{problem}</InlineError>}
          {chosen && (
            <Button
              className="w-full"
              pending={isSaving}
              onClick={() => choice.mutate({ params: { classId: chosen.id } })}
            >
              Continue
            </Button>
          )}
        </StickyBar>
      )}
    </>
  );
}

function AboutClasses() {
  return (
    <p className="mt-3 mb-6 text-muted">
      All times are Pacific Time. Your class lasts about an hour and is held on Zoom.
    </p>
  );
}

/** Known from the schedule before the first slots are here. */
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

/** The next class replaces the last one on the same page: the focus moves to its heading. */
function useFocusOnNext(classNumber: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastFocused = useRef(classNumber);
  useEffect(() => {
    if (lastFocused.current === classNumber) return;
    lastFocused.current = classNumber;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [classNumber]);
  return heading;
}

function emptyTextFor(offer: Offer | undefined): string {
  return offer?.firstFutureWeek === null
    ? `There are no class times to choose from yet. Please come back later, or write to ${site.supportEmail}.`
    : 'There are no class times in this week. Please try another week.';
}

function OnboardingSkeleton() {
  return (
    <>
      <ProgressBars total={LAST_CLASS_NUMBER - site.firstClass + 1} done={0} />
      <Skeleton className="mt-2 w-fit text-sm">Class 5 of 10</Skeleton>
      <Skeleton className="mt-2 w-fit">
        <h1>Select Time for Class 5</h1>
      </Skeleton>
      <AboutClasses />
      <SlotSkeleton layout="grid" />
    </>
  );
}

/** The one thing to do next, always in reach of the thumb; the page fades out beneath it. */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-5 -mb-10 mt-auto animate-rise-in bg-linear-to-t from-70% from-page to-transparent px-5 pt-8 pb-5">
      {children}
    </div>
  );
}
