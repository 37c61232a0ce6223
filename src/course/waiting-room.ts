import { roomClosesAt } from './attendance-states.ts';

export interface WaitingEvent {
  readonly kind: 'waiting' | 'waited' | 'joined' | 'ended';
  readonly at: Date;
  readonly instanceId: string;
  readonly connectionId: string;
  readonly registrantId: string | null;
  readonly name: string;
}

/** Lists the people in the waiting room in order of arrival. `events` can be in any order. */
export function findWaiting(
  events: readonly WaitingEvent[],
  { startsAt, now }: { startsAt: Date; now: Date },
) {
  if (now >= roomClosesAt(startsAt)) return [];
  return events
    .filter(({ kind }) => kind === 'waiting')
    .filter((came) => !events.some((other) => endsWaiting(other, came)))
    .map(({ name, at }) => ({ name, since: at }))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

function endsWaiting(other: WaitingEvent, came: WaitingEvent): boolean {
  if (other.instanceId !== came.instanceId || other.at < came.at) return false;
  if (other.kind === 'waiting') return false;
  return other.kind === 'ended' || isSamePerson(other, came);
}

/** Also compares registrants, because Zoom may assign a new connection ID when the host admits someone. */
function isSamePerson(one: WaitingEvent, other: WaitingEvent): boolean {
  const isSameRegistrant = one.registrantId !== null && one.registrantId === other.registrantId;
  return isSameRegistrant || one.connectionId === other.connectionId;
}
