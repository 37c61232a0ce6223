import type { ScheduleEntry } from '../../contract/schedule.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ClassName, startOf } from './class-facts.tsx';

interface CancelledClassProps {
  id: string;
  entry: ScheduleEntry;
  isQuiet: boolean;
  onChoose: () => void;
}

/** In place of a class that was cancelled, until another time is chosen for it. */
export function CancelledClass({ id, entry, isQuiet, onChoose }: CancelledClassProps) {
  return (
    <Card as="li" variant="wash">
      <h2 id={id} tabIndex={-1} className="font-semibold text-lg">
        <ClassName entry={entry} />
      </h2>
      <p>
        {entry.cancellation?.isOfPlace
          ? `We have taken you out of the class on ${formatSpokenSlot(startOf(entry))}.`
          : `We are sorry: the class on ${formatSpokenSlot(startOf(entry))} is cancelled.`}
      </p>
      {entry.cancellation && (
        <p className="wrap-anywhere text-muted">Reason: {entry.cancellation.reason}</p>
      )}
      <Button
        variant={isQuiet ? 'outline' : 'primary'}
        className="mt-4 max-sm:w-full"
        aria-describedby={id}
        onClick={onChoose}
      >
        Choose a New Time
      </Button>
    </Card>
  );
}
