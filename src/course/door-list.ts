import { byStart, isMissed, isPast, type KnownClass } from './class-state.ts';

export type DoorMark = 'first' | 'makeup' | 'missed-last';

interface Place {
  readonly startsAt: Date;
  readonly isMakeup: boolean;
  readonly others: readonly KnownClass[];
}

/** `first` marks the first class that a student attends. Missed and excused classes don’t count. */
export function doorMarks({ startsAt, isMakeup, others }: Place, now: Date): DoorMark[] {
  const earlier = others.filter((other) => other.startsAt < startsAt).toSorted(byStart);
  const last = earlier.at(-1);
  const marks: DoorMark[] = [];
  if (earlier.every((other) => wasElsewhere(other, now))) marks.push('first');
  if (isMakeup) marks.push('makeup');
  const wasMissed = last && last.wasHeld !== false && isMissed(last.startsAt, last.attendance, now);
  if (wasMissed) marks.push('missed-last');
  return marks;
}

function wasElsewhere({ startsAt, attendance }: KnownClass, now: Date): boolean {
  return isPast(startsAt, now) && (attendance === null || attendance.status === 'Excused');
}
