import { Check } from 'lucide-react';
import type { Slot } from '../../contract/scheduling.ts';
import { formatOwnTime, formatSlot, formatSpokenSlot } from '../../course/format-time.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton, SkeletonGroup } from '../ui/skeleton.tsx';
import { classNames } from '../ui/styles.ts';

const layouts = {
  grid: { list: 'sm:grid-cols-2', card: '', time: 'sm:text-base', button: '' },
  /** One below the other, as in the narrow column of a dialog. */
  rows: { list: '', card: 'sm:flex-row sm:items-center', time: '', button: 'sm:w-36' },
};
export type SlotLayout = keyof typeof layouts;

/** A slot with what speaks against it, where staff choose for a student. */
export interface ShownSlot extends Slot {
  problems?: string[];
  /** It cannot be chosen at all. */
  isRefused?: boolean;
}

interface SlotListProps {
  slots: ShownSlot[];
  layout: SlotLayout;
  chosenId: number | undefined;
  /** The slot that the student has already: shown, but not to be chosen again. */
  currentId?: number | undefined;
  onChoose: (slotId: number) => void;
}

export function SlotList({ slots, layout, chosenId, currentId, onChoose }: SlotListProps) {
  return (
    <ul className={classNames('grid grid-cols-1 gap-3', layouts[layout].list)}>
      {slots.map((slot) => (
        <SlotCard
          key={slot.id}
          slot={slot}
          layout={layout}
          isChosen={slot.id === chosenId}
          isCurrent={slot.id === currentId}
          onChoose={() => onChoose(slot.id)}
        />
      ))}
    </ul>
  );
}

interface SlotCardProps {
  slot: ShownSlot;
  layout: SlotLayout;
  isChosen: boolean;
  isCurrent: boolean;
  onChoose: () => void;
}

function SlotCard({ slot, layout, isChosen, isCurrent, onChoose }: SlotCardProps) {
  const start = new Date(slot.startTime);
  const ownTime = formatOwnTime(start);
  const isRefused = !isCurrent && slot.isRefused;
  const label = isCurrent ? 'Current' : isChosen ? 'Selected' : 'Select Time';
  return (
    <Card
      as="li"
      variant={isChosen ? 'selected' : 'plain'}
      className={classNames(
        'relative flex flex-col gap-3 px-4 py-4 transition-colors',
        isCurrent && 'bg-neutral-soft',
        layouts[layout].card,
      )}
    >
      <div className="flex-1">
        <p className="text-muted text-sm">{slot.dayOfWeek}</p>
        <p className={classNames('font-semibold text-lg leading-snug', layouts[layout].time)}>
          {formatSlot(start)}
        </p>
        {ownTime && <p className="text-muted text-sm">{ownTime}</p>}
        {slot.instructorFirstName && (
          <p className="text-muted text-sm">with {slot.instructorFirstName}</p>
        )}
        {!isCurrent &&
          slot.problems?.map((problem) => (
            <p key={problem} className="mt-1 text-sm text-warning">
              {problem}
            </p>
          ))}
      </div>
      <Button
        variant={isChosen ? 'primary' : 'outline'}
        disabled={isCurrent || isRefused}
        aria-pressed={isChosen}
        aria-label={`${label}, ${formatSpokenSlot(start)}`}
        onClick={onChoose}
        // `after` makes the whole card clickable; the scroll margin keeps the focus clear of the sticky bar.
        className={classNames(
          'w-full scroll-mb-28 px-3 after:absolute after:inset-0 after:rounded-card',
          layouts[layout].button,
        )}
      >
        {isChosen && <Check aria-hidden className="size-4.5 stroke-3" />}
        {label}
      </Button>
    </Card>
  );
}

export function SlotSkeleton({ layout }: { layout: SlotLayout }) {
  const { list, card, time, button } = layouts[layout];
  return (
    <SkeletonGroup label="Loading class times…">
      <div className="pb-3 font-semibold">
        <Skeleton className="w-fit">November 29 – December 5</Skeleton>
      </div>
      <div className={classNames('grid gap-3', list)}>
        {[1, 2, 3, 4].map((number) => (
          <Card key={number} className={classNames('flex flex-col gap-3 px-4 py-4', card)}>
            <div className="flex-1">
              <Skeleton className="w-fit text-sm">Wednesday</Skeleton>
              <Skeleton className={classNames('w-fit font-semibold text-lg leading-snug', time)}>
                December 2 at 6:00 PM PT
              </Skeleton>
              <Skeleton className="w-fit text-sm">with Elena</Skeleton>
            </div>
            <Skeleton className={classNames('h-12 w-full', button)} />
          </Card>
        ))}
      </div>
    </SkeletonGroup>
  );
}
