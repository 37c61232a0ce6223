import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { AnswerTo } from '../../contract/contract.ts';
import { LAST_CLASS_NUMBER, nextClassNumber } from '../../course/course.ts';
import { pageAfterChoosing } from '../../course/journey.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { PAGES } from '../../course/pages.ts';
import { offsetAfterChoosing } from '../../course/slots.ts';
import { CallError, call, keyOf, refresh, useChange, wordsOf } from '../call.ts';
import { useSchedule } from '../schedule.ts';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Problem } from '../ui/problem.tsx';
import { ProgressBars } from '../ui/progress-bars.tsx';
import { StickyBar } from '../ui/sticky-bar.tsx';
import { toast } from '../ui/toast.ts';
import { SlotPicker } from './slot-picker.tsx';
import { useSlotWeeks } from './use-slot-weeks.ts';

const offerClasses = 'GET /api/classes/available';
type Offer = AnswerTo<typeof offerClasses>;

const classTimes = {
  ask: (weekOffset: number) => {
    const input = { query: { weekOffset } };
    return { queryKey: keyOf(offerClasses, input), queryFn: () => call(offerClasses, input) };
  },
  purposeOf: ({ nextClassNumber: classNumber }: Offer) => classNumber,
  firstWeek: ({ classes, firstFutureWeek }: Offer, asked: number) =>
    classes.length > 0 ? asked : (firstFutureWeek ?? asked),
};

/** One class after the other, each on the same screen, until the last is chosen. */
export function OnboardingScreen() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const weeks = useSlotWeeks(classTimes);
  const [chosenId, setChosenId] = useState<number>();
  const [savedNumber, setSavedNumber] = useState(0);
  const [problem, setProblem] = useState<string>();
  const classNumber = useClassNumber(weeks.shown?.offer);
  const heading = useFocusOnNext(classNumber);
  usePageTitle(`Select Time for Class ${classNumber}`);

  const lookAgain = () => {
    refresh(client, offerClasses);
    return refresh(client, 'GET /api/schedule');
  };
  const choose = (slotId: number | undefined) => {
    setChosenId(slotId);
    setProblem(undefined);
  };
  const choice = useChange('POST /api/register/class/:classId', {
    onSuccess: (entry) => {
      toast({ title: 'Class time selected successfully' });
      setSavedNumber(entry.classNumber);
      const page = pageAfterChoosing(entry.classNumber);
      if (page !== PAGES.onboarding) {
        lookAgain();
        return navigate(page, { replace: true });
      }
      weeks.goTo(offsetAfterChoosing(entry.classNumber, weeks.wantedOffset));
      lookAgain();
    },
    onError: (error) => {
      const description = wordsOf(error, error.message);
      setProblem(description);
      toast({ title: 'Registration Failed', description, variant: 'destructive' });
      // A refusal says that the screen is out of date: chosen in another tab, or started by now.
      if (error instanceof CallError && error.status > 0) lookAgain();
    },
  });

  if (classNumber > LAST_CLASS_NUMBER) return <Redirect to={PAGES.schedule} replace />;
  // Still the class just saved, until the next one's times are here.
  const isSaving = choice.state === 'pending' || savedNumber >= classNumber;
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
      />
      {(chosen || problem) && (
        <StickyBar>
          {problem && <Problem className="mb-3">{problem}</Problem>}
          {chosen && (
            <Button
              className="w-full"
              pending={isSaving}
              onClick={() => choice.make({ params: { classId: chosen.id } })}
            >
              Continue
            </Button>
          )}
        </StickyBar>
      )}
    </>
  );
}

export function AboutClasses() {
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

/** The next class takes the place of the last one on the same page: its heading says so. */
function useFocusOnNext(classNumber: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const told = useRef(classNumber);
  useEffect(() => {
    if (told.current === classNumber) return;
    told.current = classNumber;
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
