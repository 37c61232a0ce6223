import { type ReactNode, useEffect, useRef } from 'react';
import type { Slot } from '../../contract/scheduling.ts';
import { addWeeks, type CalendarDate } from '../../course/calendar-date.ts';
import { WEEK_OFFSET_STEP } from '../../course/course.ts';
import { formatWeek } from '../../course/format-time.ts';
import { pacificWeekOf } from '../../course/pacific-time.ts';
import { errorMessage } from '../api.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { classNames } from '../ui/styles.ts';
import { WeekPicker } from '../ui/week-picker.tsx';
import { type ShownSlot, type SlotLayout, SlotList, SlotSkeleton } from './slot-list.tsx';
import type { SlotWeeks } from './use-slot-weeks.ts';

interface SlotPickerProps {
  weeks: SlotWeeks<{ classes: ShownSlot[] }>;
  /** The Sunday of the week that offset 0 stands for. */
  weekZero: CalendarDate;
  canGoBack: boolean;
  layout: SlotLayout;
  emptyText: string;
  chosenId: number | undefined;
  currentId?: number;
  onChoose: (slotId: number | undefined) => void;
  /** What else can be done where no time suits; shown under an empty week, too. */
  footer?: ReactNode;
}

/** The slots of one week and the way to the next: for the first choice of a class and for moving one. */
export function SlotPicker({
  weeks,
  weekZero,
  canGoBack,
  emptyText,
  footer,
  ...list
}: SlotPickerProps) {
  const { shown, wantedOffset, isLoading, error, refetch, goToWeek } = weeks;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusWhenShown = useRef(false);
  const slots = shown?.offer.classes ?? [];
  const choosable = slots.filter(({ id, isRefused }) => id !== list.currentId && !isRefused).length;

  // The focus moves to the heading of the week that was turned to, and a screen reader reads its dates.
  useEffect(() => {
    if (!shown || !focusWhenShown.current) return;
    focusWhenShown.current = false;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const changeWeek = (weeksOn: -1 | 1) => {
    if (isLoading) return;
    focusWhenShown.current = true;
    list.onChoose(undefined);
    goToWeek(wantedOffset + weeksOn * WEEK_OFFSET_STEP);
  };

  return (
    <>
      {error ? (
        <ErrorPanel
          title="Failed to fetch available classes"
          message={errorMessage(error, 'Something went wrong on our side. Please try again.')}
          onRetry={refetch}
        />
      ) : (
        <section aria-label="Class times" aria-busy={isLoading}>
          {shown ? (
            <div
              // What is about to be replaced takes no clicks, and fades only after 300 ms.
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
            <SlotSkeleton layout={list.layout} />
          )}
        </section>
      )}
      <p role="status" className="sr-only">
        {shown && !error && !isLoading && (slots.length > 0 ? describeCount(choosable) : emptyText)}
      </p>
      <WeekPicker
        canGoBack={canGoBack || (shown !== undefined && wantedOffset > shown.weekOffset)}
        onMove={changeWeek}
      >
        None of these times work? Try a different week.
      </WeekPicker>
      {footer}
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

function describeCount(count: number): string {
  if (count === 0) return 'No other class time in this week.';
  return count === 1 ? 'One class time to choose from.' : `${count} class times to choose from.`;
}
