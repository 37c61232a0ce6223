import type { ClassPage, UnknownGuest } from '../../contract/class-page.ts';
import { roomOpensAt } from '../../course/attendance-states.ts';
import { isPast } from '../../course/class-state.ts';
import { formatTime, formatTimeSpan } from '../../course/format-time.ts';
import { Badge } from '../ui/badge.tsx';
import { DialogLink } from '../ui/text-link.tsx';
import { describeGuest } from './class-guests.tsx';

export function RoomNow({ page, now }: { page: ClassPage; now: Date }) {
  const { courseClass, guests, waiting } = page;
  const startsAt = new Date(courseClass.startTime);
  const inside = guests.filter((guest) => describeGuest(guest, page, now).isInRoom).length;
  const isEmpty = inside === 0 && waiting.length === 0;
  if (now < roomOpensAt(startsAt) || (isPast(startsAt, now) && isEmpty)) return null;
  return (
    <div role="status" className="mb-4 grid gap-2 print:hidden">
      <p className="font-semibold">
        {inside} of {guests.length} in the room now
      </p>
      {waiting.length > 0 && (
        <p className="rounded-control bg-warning-soft px-4 py-3 text-sm wrap-anywhere">
          <span className="font-semibold text-warning">Waiting to be let in: </span>
          {waiting.map(({ name }) => name || 'someone who didn’t enter a name').join(', ')}
        </p>
      )}
    </div>
  );
}

interface UnknownGuestsProps {
  guests: UnknownGuest[];
  onMatch: ((guest: UnknownGuest) => void) | undefined;
}

/** We only know the names that these guests typed, because they didn't use a personal link. */
export function UnknownGuests({ guests, onMatch }: UnknownGuestsProps) {
  if (guests.length === 0) return null;
  return (
    <section aria-labelledby="unknown-guests" className="mt-5 border-line border-t pt-4">
      <h2 id="unknown-guests" className="font-semibold">
        Guests without a personal link
      </h2>
      <ul className="mt-2 grid gap-2">
        {guests.map((guest) => (
          <li key={guest.name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">“{guest.name}”</span>
            <Badge>{guest.registeredAtZoom ? 'Registered on Zoom' : 'Not registered'}</Badge>
            <span className="text-muted text-sm">{describeStay(guest)}</span>
            {onMatch && (
              <DialogLink className="sm:ml-auto" onClick={() => onMatch(guest)}>
                Who was this?<span className="sr-only"> {guest.name}</span>
              </DialogLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeStay({ joinedAt, leftAt }: UnknownGuest): string {
  const from = new Date(joinedAt);
  return leftAt ? formatTimeSpan(from, new Date(leftAt)) : `in the room since ${formatTime(from)}`;
}
