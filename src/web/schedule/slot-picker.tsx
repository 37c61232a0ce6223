import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import { addDays, addWeeks, type CalendarDate } from '../../course/calendar-date.ts';
import { classTypeFor, WEEK_OFFSET_STEP } from '../../course/course.ts';
import { describeEmptyWeek, type EmptyWeek } from '../../course/empty-week.ts';
import { formatMonthDay, formatWeek } from '../../course/format-time.ts';
import { pacificDate, pacificWeekOf } from '../../course/pacific-time.ts';
import { now } from '../server-clock.ts';
import { site } from '../site.ts';
import { Button } from '../ui/button.tsx';
import { lazily } from '../ui/load-lazily.ts';
import { LoadFailed } from '../ui/notice.tsx';
import { Opener } from '../ui/opener.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { classNames } from '../ui/styles.ts';
import { TextButton } from '../ui/text-link.tsx';
import { WeekPicker } from '../ui/week-picker.tsx';
import { wishQuery } from './queries.ts';
import { isTaken, type ShownSlot, SlotList, SlotSkeleton } from './slot-list.tsx';
import type { SlotWeeks } from './use-slot-weeks.ts';

interface Offer {
  classes: ShownSlot[];
  canGoOn: boolean;
  /** The next week with a slot, or the closest earlier week with one if there is no later week. */
  nextFreeWeek: number | null;
  emptyWeek?: EmptyWeek | null;
}

interface SlotPickerProps {
  weeks: SlotWeeks<Offer>;
  classNumber: number;
  /** The Sunday of the week with offset 0. */
  weekZero: CalendarDate;
  canGoBack: boolean;
  emptyText?: string;
  onlyCurrentText?: string;
  chosenId: number | undefined;
  currentId?: number | undefined;
  onChoose: (slotId: number) => void;
  renderFull?: ((slot: Slot) => ReactNode) | undefined;
  footer?: ReactNode;
  /** Puts the week's arrows above the times, where they don't move when the number of times changes. */
  isInDialog?: boolean;
}

const onlyCurrent = 'This is your current time. There are no other times this week.';
const allFull = 'All times this week are full. Please try another week.';

export function SlotPicker(props: SlotPickerProps) {
  const { weeks, classNumber, weekZero, footer, isInDialog } = props;
  const { chosenId, currentId, onChoose, renderFull } = props;
  const { emptyText = '', onlyCurrentText = onlyCurrent } = props;
  const { shown, wantedOffset, isLoading, error, refetch, goToWeek } = weeks;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusWhenShown = useRef(false);
  const slots = shown?.offer.classes ?? [];
  const others = slots.filter(({ id }) => id !== currentId);
  const choosable = others.filter((slot) => !slot.isRefused && !isTaken(slot)).length;
  const isOnlyCurrent = slots.length === 1 && slots[0]?.id === currentId;
  const emptyWeek = shown?.offer.emptyWeek;
  const whyEmpty = emptyWeek
    ? describeEmptyWeek(emptyWeek, classNumber, site.supportEmail)
    : emptyText;
  const whyNone = isOnlyCurrent ? onlyCurrentText : others.every(isTaken) ? allFull : null;
  const lacking = slots.length === 0 ? whyEmpty : whyNone;

  // Focus the heading of the new week, so that screen readers announce its dates.
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
    canGoBack: error ? shown !== undefined && wantedOffset > shown.weekOffset : props.canGoBack,
    canGoOn: !error && (shown?.offer.canGoOn ?? false),
    onMove: (weeksOn: -1 | 1) => show(wantedOffset + weeksOn * WEEK_OFFSET_STEP),
  };
  const week = shown && !error ? weekOf(shown, weekZero) : addWeeks(weekZero, wantedOffset);
  const weekName =
    shown || error ? (
      <h2 ref={heading} tabIndex={-1} className="mb-3 scroll-mt-4 font-semibold text-ink">
        <span className="sr-only">Week of </span>
        {nameWeek(week)}
      </h2>
    ) : (
      <WeekNameSkeleton />
    );

  return (
    <>
      {isInDialog ? (
        <WeekPicker {...arrows} className="not-first:mt-3 mb-4 *:first:mb-0">
          {weekName}
        </WeekPicker>
      ) : (
        weekName
      )}
      {error ? (
        <LoadFailed title="Failed to fetch available classes" error={error} onRetry={refetch} />
      ) : (
        <section aria-label="Class times" aria-busy={isLoading}>
          {shown ? (
            <div
              // While the next week loads, the old slots can't be clicked and fade after 300 ms.
              inert={isLoading}
              className={classNames(isLoading && 'opacity-60 transition-opacity delay-300')}
            >
              {slots.length > 0 && (
                <SlotList {...{ slots, chosenId, currentId, onChoose, renderFull }} />
              )}
              {lacking && (
                <NothingToChoose shown={shown} weekZero={weekZero} onShow={show}>
                  {lacking}
                </NothingToChoose>
              )}
            </div>
          ) : (
            <SlotSkeleton rows={usualSlots(classNumber)} />
          )}
        </section>
      )}
      <p role="status" className="sr-only">
        {shown && !error && !isLoading && (lacking ?? describeCount(choosable))}
      </p>
      {shown && !isInDialog && (
        <WeekPicker {...arrows} className="mt-6">
          None of these times work? Try a different week.
        </WeekPicker>
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

export function usualSlots(classNumber: number): number {
  return classTypeFor(classNumber) === 'Weekly' ? 10 : 2;
}

export function WeekNameSkeleton() {
  return <Skeleton className="mb-3 w-fit font-semibold">November 29 – December 5</Skeleton>;
}

interface NothingToChooseProps {
  children: string;
  shown: NonNullable<SlotWeeks<Offer>['shown']>;
  weekZero: CalendarDate;
  onShow: (weekOffset: number) => void;
}

function NothingToChoose({ children, shown, weekZero, onShow }: NothingToChooseProps) {
  const { nextFreeWeek } = shown.offer;
  return (
    <div className="mt-3 rounded-card border border-line border-dashed px-5 py-6 text-center text-muted first:mt-0">
      <p className="text-balance">{children}</p>
      {nextFreeWeek !== null && (
        <Button variant="quiet" className="mt-4 px-4 text-sm" onClick={() => onShow(nextFreeWeek)}>
          {nextFreeWeek > shown.weekOffset ? 'Next' : 'Earlier'} Open Week:{' '}
          {formatMonthDay(addWeeks(weekZero, nextFreeWeek))}
        </Button>
      )}
    </div>
  );
}

function nameWeek(week: CalendarDate): string {
  const [year] = addDays(week, 6).split('-');
  const [thisYear] = pacificDate(now()).split('-');
  return year === thisYear ? formatWeek(week) : `${formatWeek(week)}, ${year}`;
}

/** Prefers the first slot's date, because offsets are wrong if the page was left open into a new week. */
export function weekOf(
  shown: { weekOffset: number; offer: { classes: Slot[] } },
  weekZero: CalendarDate,
): CalendarDate {
  const [first] = shown.offer.classes;
  return first ? pacificWeekOf(new Date(first.startTime)) : addWeeks(weekZero, shown.weekOffset);
}

function describeCount(count: number): string {
  if (count === 0) return 'No other class times this week.';
  return count === 1 ? 'One class time to choose from.' : `${count} class times to choose from.`;
}

const { WishDialog } = lazily(() => import('./wish-dialog.tsx'));

export function NoTimeWorks({ classNumber }: { classNumber: number }) {
  const { data: wish } = useQuery(wishQuery);
  return (
    <div className="mt-2 text-center">
      <Opener
        as={TextButton}
        className="min-h-11 px-2"
        onPointerEnter={WishDialog.preload}
        dialog={(control) => <WishDialog classNumber={classNumber} {...control} />}
      >
        {wish ? 'See the times you asked for' : 'No time works? Tell us'}
      </Opener>
    </div>
  );
}
