import { useId } from 'react';
import { Card } from '../ui/card.tsx';
import { CalendarButtons } from './calendar-buttons.tsx';

/** For somebody who has just chosen all class times. */
export function CalendarOffer() {
  const id = useId();
  return (
    <Card as="section" variant="wash" aria-labelledby={id} className="mb-3">
      <h2 id={id} className="font-semibold text-lg">
        Put your classes into your calendar
      </h2>
      <p className="text-muted">It then follows when a class moves.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CalendarButtons />
      </div>
    </Card>
  );
}

/** For somebody who has just moved a class, in the card of that class. */
export function MovedCalendarOffer() {
  return (
    <div className="mt-4 border-line border-t pt-3">
      <p className="text-muted text-sm">
        We mail you the new time for your calendar. Or let your calendar follow by itself:
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <CalendarButtons />
      </div>
    </div>
  );
}
