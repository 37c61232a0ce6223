import type { Slot } from '../../contract/schedule.ts';
import { formatOwnTime, formatSpokenSlot } from '../../course/format-time.ts';
import { classNames } from '../ui/styles.ts';

interface ChosenTimeProps {
  slot: Slot;
  className?: string;
}

/** What is about to be saved, beside the button that does it: its week may not be the one on the screen. */
export function ChosenTime({ slot, className }: ChosenTimeProps) {
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
