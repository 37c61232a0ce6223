import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './calendar-date.ts';
import { nextClassNumber, TIME_SLOTS } from './course.ts';
import { classStart, pacificWeekOf } from './pacific-time.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  findMoveProblem,
  findNextClassProblem,
} from './slot-choice.ts';
import { offerRescheduleSlots } from './slots.ts';

const firstDay = '2026-10-01';
const now = new Date('2026-09-30T12:00:00Z');
const startDate = '2026-01-01';
const anyClasses = fc
  .array(
    fc.record({
      day: fc.integer({ min: 0, max: 200 }),
      timeSlot: fc.constantFrom(...TIME_SLOTS),
    }),
    { minLength: 10, maxLength: 80 },
  )
  .map((all) =>
    all.map(
      ({ day, timeSlot }, id): ClassSlot => ({
        id,
        startsAt: classStart(addDays(firstDay, day), timeSlot),
        classType: 'Weekly',
      }),
    ),
  );

function register(classes: ClassSlot[]): ActiveRegistration[] {
  const registrations: ActiveRegistration[] = [];
  for (const slot of classes.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const problem = findNextClassProblem(slot, { startDate, registrations }, 5, now);
    const classNumber = 5 + registrations.length;
    if (problem || classNumber > 7) continue;
    registrations.push({ id: classNumber, classId: slot.id, classNumber, startsAt: slot.startsAt });
  }
  return registrations;
}

const anyCanceled = fc.subarray([5, 6, 7]);

test('cancellations never change class numbers, and a canceled class never occupies a week', () => {
  fc.assert(
    fc.property(anyClasses, anyCanceled, (classes, canceled) => {
      const registrations = register(classes).map((one) => ({
        ...one,
        isSuspended: canceled.includes(one.classNumber),
      }));
      const numbers = registrations.map(({ classNumber }) => classNumber);
      const held = new Set(
        registrations
          .filter(({ isSuspended }) => !isSuspended)
          .map(({ startsAt }) => pacificWeekOf(startsAt)),
      );
      expect(nextClassNumber(numbers, 5)).toBe(5 + registrations.length);
      for (const suspended of registrations.filter(({ isSuspended }) => isSuspended)) {
        for (const slot of classes) {
          const problem = findMoveProblem(slot, { startDate, registrations }, suspended, now);
          const isHeld = held.has(pacificWeekOf(slot.startsAt));
          expect(problem).toBe(isHeld ? 'week-taken' : null);
        }
      }
    }),
  );
});

test('picking a new time starts in the first week with an open time, from the canceled class’s week on', () => {
  fc.assert(
    fc.property(anyClasses, (classes) => {
      const [first, ...others] = register(classes);
      if (!first) return;
      const registrations = [{ ...first, isSuspended: true }, ...others];
      const [suspended] = registrations;
      if (!suspended) return;
      const progress = { startDate, registrations };
      const left = classes.filter(({ id }) => id !== first.classId);
      const offer = (weekOffset: number) =>
        offerRescheduleSlots(left, progress, suspended, { weekOffset, now });
      const { firstFutureWeek } = offer(0);
      if (firstFutureWeek === null || firstFutureWeek === undefined) return;
      expect(offer(firstFutureWeek).classes).not.toEqual([]);
      for (let week = 0; week < firstFutureWeek; week += 1) expect(offer(week).classes).toEqual([]);
    }),
  );
});
