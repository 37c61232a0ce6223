import { type ReactNode, useEffect, useRef } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import { addDays, addWeeks, type CalendarDate } from '../../course/calendar-date.ts';
import { classTypeFor, WEEK_OFFSET_STEP } from '../../course/course.ts';
import { formatMonthDay, formatWeek } from '../../course/format-time.ts';
import { pacificDate, pacificWeekOf } from '../../course/pacific-time.ts';
import { errorMessage } from '../api.ts';
import { now } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { ErrorPanel } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { classNames } from '../ui/styles.ts';
import { WeekPicker } from '../ui/week-picker.tsx';
import { type ShownSlot, SlotList, SlotSkeleton } from './slot-list.tsx';
import type { SlotWeeks } from './use-slot-weeks.ts';

interface Offer {
  classes: ShownSlot[];
  canGoOn: boolean;
  /** The nearest other week with a slot to choose. */
  nextFreeWeek: number | null;
}

interface SlotPickerProps {
  weeks: SlotWeeks<Offer>;
  /** The Sunday of the week that offset 0 stands for. */
  weekZero: CalendarDate;
  canGoBack: boolean;
  /** Why the week that is shown has no slot. */
  emptyText: string;
  /** Said of a week that has no slot but the current one. */
  onlyCurrentText?: string;
  chosenId: number | undefined;
  currentId?: number;
  onChoose: (slotId: number) => void;
  /** How many slots a week usually has. */
  usualCount?: number;
  /** What else can be done where no time suits; shown under an empty week, too. */
  footer?: ReactNode;
}

/** The slots of one week and the way to the next: for the first choice of a class and for moving one. */
export function SlotPicker(props: SlotPickerProps) {
  const { weeks, weekZero, emptyText, usualCount = 10, footer, ...list } = props;
  const { onlyCurrentText = 'Your class is already at this time. This week has no other.' } = props;
  const { shown, wantedOffset, isLoading, error, refetch, goToWeek } = weeks;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusWhenShown = useRef(false);
  const slots = shown?.offer.classes ?? [];
  const choosable = slots.filter(({ id, isRefused }) => id !== list.currentId && !isRefused).length;
  const isOnlyCurrent = slots.length === 1 && slots[0]?.id === list.currentId;
  const lacking = slots.length === 0 ? emptyText : isOnlyCurrent ? onlyCurrentText : null;

  // The focus moves to the heading of the week that was turned to, and a screen reader reads its dates.
  useEffect(() => {
    if (!shown || !focusWhenShown.current) return;
    focusWhenShown.current = false;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  const show = (weekOffset: number) => {
    if (isLoading) return;
    focusWhenShown.current = true;
    goToWeek(weekOffset);
  };
  const arrows = {
    canGoBack: error ? isAfter(wantedOffset, shown) : props.canGoBack,
    canGoOn: !error && (shown?.offer.canGoOn ?? false),
    onMove: (weeksOn: -1 | 1) => show(wantedOffset + weeksOn * WEEK_OFFSET_STEP),
  };
  const week = shown && !error ? weekOf(shown, weekZero) : addWeeks(weekZero, wantedOffset);

  return (
    <>
      {shown || error ? (
        <h2 ref={heading} tabIndex={-1} className="mb-3 scroll-mt-4 font-semibold">
          <span className="sr-only">Week of </span>
          {nameWeek(week)}
        </h2>
      ) : (
        <WeekNameSkeleton />
      )}
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
              {slots.length > 0 && <SlotList {...list} slots={slots} />}
              {lacking && (
                <NothingToChoose
                  shownOffset={shown.weekOffset}
                  nextFreeWeek={shown.offer.nextFreeWeek}
                  weekZero={weekZero}
                  onShow={show}
                >
                  {lacking}
                </NothingToChoose>
              )}
            </div>
          ) : (
            <SlotSkeleton rows={usualCount} />
          )}
        </section>
      )}
      <p role="status" className="sr-only">
        {shown && !error && !isLoading && (lacking ?? describeCount(choosable))}
      </p>
      {shown && (
        <WeekPicker {...arrows}>None of these times work? Try a different week.</WeekPicker>
      )}
      {shown && !error && (
        <>
          {choosable > 0 && !shown.offer.canGoOn && (
            <p className="mt-2 text-center text-muted text-sm">
              There are no later class times yet.
            </p>
          )}
          {footer}
        </>
      )}
    </>
  );
}

/** Of a week, as most timetables have it. */
export function usualSlots(classNumber: number): number {
  return classTypeFor(classNumber) === 'Weekly' ? 10 : 2;
}

export function WeekNameSkeleton() {
  return <Skeleton className="mb-3 w-fit font-semibold">November 29 – December 5</Skeleton>;
}

interface NothingToChooseProps {
  children: string;
  shownOffset: number;
  nextFreeWeek: number | null;
  weekZero: CalendarDate;
  onShow: (weekOffset: number) => void;
}

function NothingToChoose(props: NothingToChooseProps) {
  const { children, shownOffset, nextFreeWeek, weekZero, onShow } = props;
  return (
    <div className="mt-3 rounded-card border border-line border-dashed px-5 py-6 text-center text-muted first:mt-0">
      <p className="text-balance">{children}</p>
      {nextFreeWeek !== null && (
        <Button
          variant="outline"
          className="mt-4 px-4 text-sm"
          onClick={() => onShow(nextFreeWeek)}
        >
          {nextFreeWeek > shownOffset ? 'Next' : 'Earlier'} free: week of{' '}
          {formatMonthDay(addWeeks(weekZero, nextFreeWeek))}
        </Button>
      )}
    </div>
  );
}

/** With the year where it is another one. */
function nameWeek(week: CalendarDate): string {
  const [year] = addDays(week, 6).split('-');
  const [thisYear] = pacificDate(now()).split('-');
  return year === thisYear ? formatWeek(week) : `${formatWeek(week)}, ${year}`;
}

/** A week that could not be loaded is left for the one before. */
function isAfter(wantedOffset: number, shown: { weekOffset: number } | undefined): boolean {
  return shown !== undefined && wantedOffset > shown.weekOffset;
}

/** The slots know their week even where the page was left open over a Sunday. */
export function weekOf(
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
