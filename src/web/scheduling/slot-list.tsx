import { Check } from 'lucide-react';
import type { Slot } from '../../contract/scheduling.ts';
import { formatShortOwnTime, formatSlot, formatSlotForReader } from '../../course/format-time.ts';
import { now } from '../server-clock.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { classNames } from '../ui/styles.ts';

/** A slot with what speaks against it, where staff choose for a student. */
export interface ShownSlot extends Slot {
  problems?: string[];
  /** It cannot be chosen at all. */
  isRefused?: boolean;
}

interface SlotListProps {
  slots: ShownSlot[];
  chosenId: number | undefined;
  /** The slot that the student has already: shown, but not to be chosen again. */
  currentId?: number | undefined;
  onChoose: (slotId: number) => void;
}

/** Rows of one card; cards side by side where there is room for two. With large letters the button stands below the time. */
const look = {
  list: 'divide-y divide-line rounded-card border border-line bg-card shadow-card @xl:grid @xl:grid-cols-2 @xl:gap-3 @xl:divide-y-0 @xl:border-0 @xl:bg-transparent @xl:shadow-none',
  row: 'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 px-3 py-2 @max-[15.25rem]:grid-cols-1 @max-[15.25rem]:gap-y-1 text-[0.9375rem] transition-colors first:rounded-t-card last:rounded-b-card @xl:content-start @xl:rounded-card @xl:border @xl:border-line @xl:px-4 @xl:pb-3',
  time: 'font-semibold @xl:col-span-2',
  button:
    'col-start-2 row-span-4 row-start-1 min-w-25 px-2! text-sm @max-[15.25rem]:col-auto @max-[15.25rem]:row-auto @xl:row-span-1 @xl:row-start-1',
};

export function SlotList({ slots, chosenId, currentId, onChoose }: SlotListProps) {
  return (
    <div className="@container">
      <ul className={look.list}>
        {slots.map((slot) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            isChosen={slot.id === chosenId}
            isCurrent={slot.id === currentId}
            onChoose={() => onChoose(slot.id)}
          />
        ))}
      </ul>
    </div>
  );
}

interface SlotRowProps {
  slot: ShownSlot;
  isChosen: boolean;
  isCurrent: boolean;
  onChoose: () => void;
}

function SlotRow({ slot, isChosen, isCurrent, onChoose }: SlotRowProps) {
  const start = new Date(slot.startTime);
  const ownTime = formatShortOwnTime(start);
  const isRefused = !isCurrent && slot.isRefused;
  const label = isCurrent ? 'Current' : isChosen ? 'Selected' : 'Select Time';
  return (
    <li
      className={classNames(
        look.row,
        isChosen
          ? 'bg-sky forced-colors:outline-3 forced-colors:-outline-offset-3 @xl:border-accent! @xl:ring-1 @xl:ring-accent'
          : isCurrent
            ? 'bg-neutral-soft'
            : 'bg-card',
      )}
    >
      <p>
        {slot.dayOfWeek}
        {slot.instructorFirstName && (
          <span className="wrap-anywhere text-muted"> · {slot.instructorFirstName}</span>
        )}
      </p>
      <p className={look.time}>{formatSlot(start)}</p>
      {ownTime && <p className="text-muted text-sm @xl:col-span-2">{ownTime}</p>}
      {!isCurrent && slot.problems && slot.problems.length > 0 && (
        <p className="text-sm text-warning @xl:col-span-2">{slot.problems.join(' ')}</p>
      )}
      <Button
        variant={isChosen ? 'primary' : 'outline'}
        size="slim"
        disabled={isCurrent || isRefused}
        aria-label={`${label}, ${formatSlotForReader(start)}`}
        onClick={onChoose}
        // `after` makes the whole row clickable; the scroll margin keeps the focus clear of the sticky bar.
        className={classNames(look.button, 'scroll-mb-36 after:absolute after:inset-0')}
      >
        {isChosen && <Check aria-hidden className="-mx-0.5 size-4 shrink-0 stroke-3" />}
        {label}
      </Button>
    </li>
  );
}

/** As many rows as there will be, so that nothing moves when they come. */
export function SlotSkeleton({ rows }: { rows: number }) {
  const hasOwnTime = formatShortOwnTime(now()) !== null;
  return (
    <SkeletonGroup label="Loading class times…" className="@container">
      <div className={look.list}>
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row of a skeleton has no identity but its index
          <div key={index} className={classNames(look.row, 'bg-card')}>
            <Skeleton className="w-fit">Wednesday · Elena</Skeleton>
            <Skeleton className={classNames(look.time, 'w-fit')}>
              December 12 at 6:00 PM PT
            </Skeleton>
            {hasOwnTime && (
              <Skeleton className="w-fit text-sm @xl:col-span-2">
                Thu, Dec 3, 3:00 AM in Berlin
              </Skeleton>
            )}
            <Skeleton className={classNames(look.button, 'h-11')} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
