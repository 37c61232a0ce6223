import { isPast, type KnownClass } from './class-state.ts';
import { nextClassNumber } from './course.ts';
import { classNumbersFrom } from './shown-classes.ts';

export const LINE_STATES = [
  'done',
  'joined',
  'excused',
  'missed',
  'not held',
  'booked',
  'suspended',
  'to choose',
  'not needed',
] as const;
export type LineState = (typeof LINE_STATES)[number];

interface Held extends KnownClass {
  readonly classNumber: number;
  readonly isSuspended: boolean;
}

/** If a class before the student’s next one has no registration, the student started later and doesn’t need it. */
export function courseLine<Registration extends Held>(
  held: readonly Registration[],
  firstClass: number,
  now: Date,
) {
  const numbers = held.map(({ classNumber }) => classNumber);
  const next = nextClassNumber(numbers, firstClass);
  const all = new Set([...numbers, ...classNumbersFrom(firstClass)]);
  return [...all]
    .toSorted((one, other) => one - other)
    .map((classNumber) => {
      const registration = held.find((one) => one.classNumber === classNumber) ?? null;
      const without = classNumber < next ? 'not needed' : 'to choose';
      const state = registration ? stateOf(registration, now) : without;
      return { classNumber, state, registration };
    });
}

function stateOf({ startsAt, isSuspended, attendance, wasHeld }: Held, now: Date): LineState {
  if (isSuspended) return 'suspended';
  if (attendance?.status === 'Present') return 'done';
  if (attendance?.status === 'Excused') return 'excused';
  if (attendance) return 'joined';
  if (wasHeld === false) return 'not held';
  return isPast(startsAt, now) ? 'missed' : 'booked';
}
