import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Slot } from '../../contract/schedule.ts';
import {
  formatOwnTime,
  formatShortOwnTime,
  formatSlot,
  formatSlotForReader,
  formatSpokenSlot,
  formatTime,
} from '../../course/format-time.ts';
import { describePlaces } from '../../course/places.ts';
import { now } from '../server-clock.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { classNames } from '../ui/styles.ts';

export interface ShownSlot extends Slot {
  problems?: string[];
  /** True if not even staff can choose this slot. */
  isRefused?: boolean;
  canOverbook?: boolean;
}

export const isTaken = ({ isFull, canOverbook }: ShownSlot) => isFull && !canOverbook;

interface SlotListProps {
  slots: ShownSlot[];
  chosenId: number | undefined;
  currentId?: number | undefined;
  onChoose: (slotId: number) => void;
  renderFull?: ((slot: Slot) => ReactNode) | undefined;
}

/** On phones, one card with a row per slot. On wider screens, two columns with a card per slot. */
const look = {
  list: 'divide-y divide-line rounded-card border border-line bg-card shadow-card @xl:grid @xl:grid-cols-2 @xl:gap-3 @xl:divide-y-0 @xl:border-0 @xl:bg-transparent @xl:shadow-none',
  row: 'relative flex flex-wrap items-center justify-between gap-x-2 gap-y-2 px-3 py-2.5 transition-colors first:rounded-t-card last:rounded-b-card @xl:flex-col @xl:flex-nowrap @xl:items-stretch @xl:gap-y-3 @xl:rounded-card @xl:border @xl:border-line @xl:p-4',
  text: 'min-w-[min(100%,10rem)] flex-1 text-sm @sm:text-base',
  day: 'font-semibold text-base leading-snug @xl:text-lg',
  button: 'min-w-25 px-2! text-sm',
};

export function SlotList({ slots, chosenId, currentId, onChoose, renderFull }: SlotListProps) {
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
            full={slot.id !== currentId && isTaken(slot) && renderFull?.(slot)}
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
  full: ReactNode;
}

function SlotRow({ slot, isChosen, isCurrent, onChoose, full }: SlotRowProps) {
  const start = new Date(slot.startTime);
  const hour = formatTime(start);
  const ownTime = formatShortOwnTime(start);
  const isRefused = !isCurrent && slot.isRefused;
  const isClosed = !isCurrent && isTaken(slot);
  const places = isCurrent ? null : describePlaces(slot.placesLeft);
  const label = isCurrent ? 'Current' : isClosed ? 'Full' : isChosen ? 'Selected' : 'Select Time';
  return (
    <li
      className={classNames(
        look.row,
        isChosen
          ? 'bg-sky forced-colors:outline-3 forced-colors:-outline-offset-3 @xl:border-accent! @xl:ring-1 @xl:ring-accent'
          : isClosed
            ? 'bg-neutral-soft'
            : 'bg-card',
      )}
    >
      <div className={look.text}>
        <p className={look.day}>
          {slot.dayOfWeek}
          {slot.instructorFirstName && (
            <span className="wrap-anywhere font-normal text-muted text-sm">
              {' '}
              ·&nbsp;{slot.instructorFirstName}
            </span>
          )}
        </p>
        <p className="text-muted">
          {formatSlot(start).slice(0, -hour.length)}
          <span className="whitespace-nowrap font-semibold text-ink">{hour}</span>
        </p>
        {ownTime && <p className="text-muted text-sm">{ownTime}</p>}
        {places && (full || !slot.isFull) && <p className="font-medium text-sm">{places}</p>}
        {!isCurrent && slot.problems && slot.problems.length > 0 && (
          <p className="text-sm text-warning">{slot.problems.join(' ')}</p>
        )}
      </div>
      {full || (
        <Button
          variant={isChosen || isCurrent ? 'plain' : 'quiet'}
          size="slim"
          disabled={isCurrent || isRefused}
          aria-disabled={isClosed}
          aria-label={`${label}, ${formatSlotForReader(start)}`}
          onClick={isClosed ? undefined : onChoose}
          // `after:` makes the whole row clickable.
          className={classNames(
            look.button,
            'after:absolute after:inset-0',
            isChosen && 'bg-transparent! text-link!',
            isCurrent && 'justify-end',
          )}
        >
          {isChosen && <Check aria-hidden className="-mx-0.5 size-4 shrink-0 stroke-3" />}
          {isCurrent ? <Badge tone="info">{label}</Badge> : label}
        </Button>
      )}
    </li>
  );
}

export function SlotSkeleton({ rows }: { rows: number }) {
  const hasOwnTime = formatShortOwnTime(now()) !== null;
  return (
    <SkeletonGroup label="Loading class times…" className="@container">
      {/* One animation for the whole list, because starting 40 takes as long as laying it out. */}
      <div className={classNames(look.list, 'animate-breathe **:animate-none')}>
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a skeleton row has no other id
          <div key={index} className={classNames(look.row, 'bg-card')}>
            <div className={look.text}>
              <Skeleton className={classNames(look.day, 'w-fit')}>Wednesday</Skeleton>
              <Skeleton className="w-fit">December 12 at 6:00 PM PT</Skeleton>
              {hasOwnTime && (
                <Skeleton className="w-fit text-sm">Thu, Dec 3, 3:00 AM in Berlin</Skeleton>
              )}
            </div>
            <Skeleton className={classNames(look.button, 'h-11')} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}

/** Shown next to the save button, because the list may show a different week. */
export function ChosenTime({ slot, className }: { slot: Slot; className?: string }) {
  const start = new Date(slot.startTime);
  const ownTime = formatOwnTime(start);
  return (
    <p className={classNames('text-balance text-center', className)}>
      <span className="sr-only">Selected: </span>
      <span className="font-medium">{formatSpokenSlot(start)}</span>
      {ownTime && <span className="block text-muted text-sm">{ownTime}</span>}
    </p>
  );
}
