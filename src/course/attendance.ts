import { roomClosesAt, roomOpensAt } from './attendance-states.ts';
import { isPast } from './class-state.ts';
import { CLASS_DURATION_MS, MINUTE_MS } from './course.ts';

export interface RoomEvent {
  readonly kind: 'joined' | 'left' | 'ended';
  readonly at: Date;
  /** A teacher can close a room and reopen it. Each session gets its own instance ID. */
  readonly instanceId: string;
  /** Identifies one of a person’s connections, such as their phone. `ended` events don’t use it. */
  readonly connectionId: string;
}

export interface AttendanceDecision {
  /** Null if the person was never in the room, or if class is over and they didn’t stay long enough. */
  readonly status: 'Present' | 'Joined' | null;
  readonly joinedAt: Date | null;
  /** Null while the person is in the room, or if `joinedAt` is null. */
  readonly leftAt: Date | null;
  /** When the same events will give a different result, or null if they never will. */
  readonly changesAt: Date | null;
}

interface Class {
  readonly startsAt: Date;
  readonly now: Date;
  readonly minutes: number;
}

interface Stay {
  from: number;
  until: number;
  isOpen: boolean;
}

/**
 * Events may arrive in any order and more than once. If a person is on two devices at the same time, that time counts
 * once. Without a `left` event, the person counts as in the room until the meeting ends or the room closes.
 */
export function decideAttendance(
  events: readonly RoomEvent[],
  { startsAt, now, minutes }: Class,
): AttendanceDecision {
  const { opensAt, stays, counted, isArrivalUnknown, isInside, seen } = findCounted(events, {
    startsAt,
    now,
  });
  if (counted.length === 0 && !isArrivalUnknown) {
    const isEarly = stays.some(({ isOpen }) => isOpen) && now.getTime() <= opensAt;
    return { ...notSeen, changesAt: isEarly ? new Date(opensAt + 1) : null };
  }

  const missing = minutes * MINUTE_MS - totalOf(counted, opensAt);
  if (missing <= 0) return { ...seen, status: 'Present', changesAt: null };
  if (isInside) {
    return { ...seen, status: 'Joined', changesAt: new Date(now.getTime() + missing) };
  }
  if (!isPast(startsAt, now)) {
    const over = new Date(startsAt.getTime() + CLASS_DURATION_MS + 1);
    return { ...seen, status: 'Joined', changesAt: over };
  }
  return isArrivalUnknown ? { ...seen, status: 'Joined', changesAt: null } : notSeen;
}

function findCounted(events: readonly RoomEvent[], { startsAt, now }: Omit<Class, 'minutes'>) {
  const opensAt = roomOpensAt(startsAt).getTime();
  const latest = roomClosesAt(startsAt).getTime();
  const openUntil = Math.min(now.getTime(), latest);
  const { stays, unknownArrivals } = findStays(events, openUntil);
  const counted = stays.filter(({ from, until }) => until > opensAt && from <= latest);
  const isArrivalUnknown = unknownArrivals.some((time) => time > opensAt && time <= latest);
  const isInside = counted.some(({ isOpen }) => isOpen) && now.getTime() < latest;
  const last = Math.max(...counted.map(({ until }) => until));
  const seen = {
    joinedAt: counted.length > 0 ? new Date(Math.min(...counted.map(({ from }) => from))) : null,
    leftAt: counted.length > 0 && !isInside ? new Date(last) : null,
  };
  return { opensAt, stays, counted, isArrivalUnknown, isInside, seen };
}

/** Even a short stay counts, unless the person was only there before the room opened or after it closed. */
export function findPresence(events: readonly RoomEvent[], course: Omit<Class, 'minutes'>) {
  const { joinedAt, leftAt } = findCounted(events, course).seen;
  return joinedAt && { joinedAt, leftAt };
}

const notSeen: AttendanceDecision = { status: null, joinedAt: null, leftAt: null, changesAt: null };

function findStays(events: readonly RoomEvent[], openUntil: number) {
  const connections = Map.groupBy(
    events.filter(({ kind }) => kind !== 'ended'),
    ({ instanceId, connectionId }) => JSON.stringify([instanceId, connectionId]),
  );
  const stays: Stay[] = [];
  const unknownArrivals: number[] = [];
  for (const own of connections.values()) {
    let since: number | null = null;
    const times = [...new Set(own.map(({ at }) => at.getTime()))].sort((a, b) => a - b);
    for (const time of times) {
      const kinds = own.filter(({ at }) => at.getTime() === time).map(({ kind }) => kind);
      const isLeaving = kinds.includes('left');
      const isJoining = kinds.includes('joined');
      if (isLeaving && since !== null) {
        stays.push({ from: since, until: time, isOpen: false });
        since = isJoining ? time : null;
      } else if (isLeaving && isJoining) {
        stays.push({ from: time, until: time, isOpen: false });
      } else if (isLeaving) {
        unknownArrivals.push(time);
      } else {
        since ??= time;
      }
    }
    if (since !== null) stays.push(closeAtEnd(since, own));
  }
  return { stays, unknownArrivals };

  function closeAtEnd(from: number, own: RoomEvent[]): Stay {
    const instances = new Set(own.map(({ instanceId }) => instanceId));
    const ends = events
      .filter(({ kind, instanceId }) => kind === 'ended' && instances.has(instanceId))
      .map(({ at }) => at.getTime())
      .filter((time) => time >= from);
    return ends.length > 0
      ? { from, until: Math.min(...ends), isOpen: false }
      : { from, until: Math.max(from, openUntil), isOpen: true };
  }
}

function totalOf(stays: Stay[], opensAt: number): number {
  let total = 0;
  let covered = opensAt;
  for (const { from, until } of stays.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, until - Math.max(from, covered));
    covered = Math.max(covered, until);
  }
  return total;
}

export function moreLenient(one: AttendanceDecision, other: AttendanceDecision) {
  const rank = ({ status }: AttendanceDecision) => [null, 'Joined', 'Present'].indexOf(status);
  return rank(other) > rank(one) ? other : one;
}

const SHORTEST_PAUSE_SECONDS = 5 * 60;

export function reportPauseSeconds(startsAt: Date, now: Date): number {
  const sinceEnd = now.getTime() - startsAt.getTime() - CLASS_DURATION_MS;
  return Math.max(SHORTEST_PAUSE_SECONDS, Math.round(sinceEnd / 2000));
}
