import { roomClosesAt } from './attendance-states.ts';

/** Somebody came to the waiting room of a class or left it, let in or not; or the meeting ended for everybody. */
export interface WaitingEvent {
  readonly kind: 'waiting' | 'waited' | 'ended';
  readonly at: Date;
  readonly instanceId: string;
  readonly connectionId: string;
  readonly name: string;
}

export interface Waiting {
  readonly name: string;
  readonly since: Date;
}

/** Who waits to be let in, whoever came first first, in whatever order the events were told. */
export function findWaiting(
  events: readonly WaitingEvent[],
  { startsAt, now }: { startsAt: Date; now: Date },
): Waiting[] {
  if (now >= roomClosesAt(startsAt)) return [];
  return events
    .filter(({ kind }) => kind === 'waiting')
    .filter((came) => !events.some((other) => endsWaiting(other, came)))
    .map(({ name, at }) => ({ name, since: at }))
    .toSorted((a, b) => a.since.getTime() - b.since.getTime());
}

function endsWaiting(other: WaitingEvent, came: WaitingEvent): boolean {
  if (other.instanceId !== came.instanceId || other.at < came.at) return false;
  return (
    other.kind === 'ended' || (other.kind === 'waited' && other.connectionId === came.connectionId)
  );
}
