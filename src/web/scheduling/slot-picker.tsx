import { useEffect, useRef } from 'react';
import type { Slot } from '../../contract/scheduling.ts';
import { addWeeks, type CalendarDate } from '../../course/calendar-date.ts';
import { WEEK_OFFSET_STEP } from '../../course/course.ts';
import { formatWeek, pacificWeekOf } from '../../course/pacific-time.ts';
import { wordsOf } from '../call.ts';
import { classNames } from '../ui/class-names.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { WeekPicker } from '../ui/week-picker.tsx';
import { type SlotLayout, SlotList, SlotsToCome } from './slot-list.tsx';
import type { SlotWeeks } from './use-slot-weeks.ts';

interface SlotPickerProps {
  weeks: SlotWeeks<{ classes: Slot[] }>;
  /** The Sunday of the week that offset 0 stands for. */
  weekZero: CalendarDate;
  canGoBack: boolean;
  layout: SlotLayout;
  emptyText: string;
  chosenId: number | undefined;
  currentId?: number;
  onChoose: (slotId: number | undefined) => void;
}

/** The slots of one week and the way to the next: for the first choice of a class and for moving one. */
export function SlotPicker({ weeks, weekZero, canGoBack, emptyText, ...list }: SlotPickerProps) {
  const { shown, wantedOffset, isLoading, error, askAgain, goTo } = weeks;
  const heading = useRef<HTMLHeadingElement>(null);
  const isTurning = useRef(false);
  const slots = shown?.offer.classes ?? [];

  // Whoever turns to another week wants to look at it: the focus goes there and tells its dates.
  useEffect(() => {
    if (!shown || !isTurning.current) return;
    isTurning.current = false;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const turn = (weeksOn: -1 | 1) => {
    if (isLoading) return;
    isTurning.current = true;
    list.onChoose(undefined);
    goTo(wantedOffset + weeksOn * WEEK_OFFSET_STEP);
  };

  return (
    <>
      {error ? (
        <ErrorPanel
          title="Failed to fetch available classes"
          message={wordsOf(error, 'Something went wrong on our side. Please try again.')}
          onRetry={askAgain}
        />
      ) : (
        <section aria-label="Class times" aria-busy={isLoading}>
          {shown ? (
            <div
              // What is about to be replaced takes no more clicks, and pales only where one waits.
              inert={isLoading}
              className={classNames(isLoading && 'opacity-60 transition-opacity delay-300')}
            >
              <h2 ref={heading} tabIndex={-1} className="scroll-mt-4 pb-3 font-semibold">
                <span className="sr-only">Week of </span>
                {formatWeek(weekOf(shown, weekZero))}
              </h2>
              {slots.length > 0 ? (
                <SlotList {...list} slots={slots} />
              ) : (
                <p className="rounded-card border border-line border-dashed px-5 py-8 text-balance text-center text-muted">
                  {emptyText}
                </p>
              )}
            </div>
          ) : (
            <SlotsToCome layout={list.layout} />
          )}
        </section>
      )}
      <p role="status" className="sr-only">
        {shown && !error && !isLoading && describeCount(slots.length, emptyText)}
      </p>
      <WeekPicker
        canGoBack={canGoBack || (shown !== undefined && wantedOffset > shown.weekOffset)}
        onMove={turn}
      >
        None of these times work? Try a different week.
      </WeekPicker>
    </>
  );
}

/** The slots know their week even where the page was left open over a Sunday. */
function weekOf(
  shown: { weekOffset: number; offer: { classes: Slot[] } },
  weekZero: CalendarDate,
): CalendarDate {
  const [first] = shown.offer.classes;
  return first ? pacificWeekOf(new Date(first.startTime)) : addWeeks(weekZero, shown.weekOffset);
}

function describeCount(count: number, emptyText: string): string {
  if (count === 0) return emptyText;
  return count === 1 ? 'One class time to choose from.' : `${count} class times to choose from.`;
}
