import { type Attendance, isMissed, isPast } from './class-time.ts';

/** Another class of the same student. */
export interface OtherClass {
  readonly startsAt: Date;
  readonly attendance: Attendance | null;
  /** False where nobody started the class. */
  readonly wasHeld: boolean | null;
}

/** What a teacher wants to know of a student before the class begins. */
export type DoorMark = 'first' | 'makeup' | 'missed-last';

interface Place {
  readonly startsAt: Date;
  /** The student missed a class and comes to this one instead. */
  readonly isMakeup: boolean;
  /** All that the student is registered for but this one. */
  readonly others: readonly OtherClass[];
}

/** The first class is the first one that they come to: one that was missed or excused does not count. */
export function doorMarks({ startsAt, isMakeup, others }: Place, now: Date): DoorMark[] {
  const earlier = others
    .filter((other) => other.startsAt < startsAt)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const last = earlier.at(-1);
  const marks: DoorMark[] = [];
  if (earlier.every((other) => wasElsewhere(other, now))) marks.push('first');
  if (isMakeup) marks.push('makeup');
  const wasMissed = last && last.wasHeld !== false && isMissed(last.startsAt, last.attendance, now);
  if (wasMissed) marks.push('missed-last');
  return marks;
}

function wasElsewhere({ startsAt, attendance }: OtherClass, now: Date): boolean {
  return isPast(startsAt, now) && (attendance === null || attendance.status === 'Excused');
}
