import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addWeeks, weeksBetween } from './calendar-date.ts';
import { CLASS_TYPES, TIME_SLOTS } from './course.ts';
import { classStart, pacificWeekOf, wallClock } from './pacific-time.ts';
import { findPlanProblems, proposePlan, rowsToRegister } from './plan.ts';
import { type ActiveRegistration, type ClassSlot, findNextClassProblem } from './slot-choice.ts';

// The generated months include both clock changes and a new year.
const firstDay = '2026-09-01';
const anyDay = fc.integer({ min: 0, max: 400 }).map((days) => addDays(firstDay, days));
const anyTimeSlot = fc.constantFrom(...TIME_SLOTS);
const anyClass = fc
  .record({ date: anyDay, timeSlot: anyTimeSlot, classType: fc.constantFrom(...CLASS_TYPES) })
  .map(({ date, timeSlot, classType }) => ({ startsAt: classStart(date, timeSlot), classType }));
const anyClasses = fc
  .array(anyClass, { minLength: 20, maxLength: 150 })
  .map((classes) => classes.map((slot, id): ClassSlot => ({ ...slot, id })));
const anyNow = fc.date({
  min: new Date('2026-08-20T00:00:00Z'),
  max: new Date('2027-04-30T00:00:00Z'),
  noInvalidDate: true,
});
const firstClass = 5;

/** The student has one to four classes from class 5 on, each in its own week, and some need a new time. */
const anyHeld = fc
  .array(fc.record({ day: fc.nat(6), timeSlot: anyTimeSlot, isSuspended: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((held) =>
    fc.integer({ min: 0, max: 40 }).map((week) =>
      held.map(({ day, timeSlot, isSuspended }, index): ActiveRegistration => {
        const date = addDays(addWeeks('2026-09-06', week + index), day);
        const startsAt = classStart(date, timeSlot);
        const ids = { id: `r${index}`, classId: `held ${index}`, classNumber: firstClass + index };
        return { ...ids, startsAt, isSuspended: isSuspended && index > 0 };
      }),
    ),
  );

describe('for any timetable', () => {
  test('a plan can be registered class by class under the rules of single choices', () => {
    let complete = 0;
    fc.assert(
      fc.property(anyClasses, anyHeld, anyDay, anyNow, (classes, held, startDate, now) => {
        const progress = { startDate, registrations: held };
        const plan = proposePlan(classes, progress, { firstClass, now });
        expect(plan.map(({ classNumber }) => classNumber)).toEqual(
          [6, 7, 8, 9, 10].slice(held.length - 1),
        );
        const rows = rowsToRegister(plan);
        expect(findPlanProblems(rows, progress, { firstClass, now })).toEqual([]);
        let registrations: ActiveRegistration[] = held;
        for (const { classNumber, slot } of rows) {
          const soFar = { startDate, registrations };
          expect(findNextClassProblem(slot, soFar, firstClass, now)).toBeNull();
          const ids = { id: classNumber, classId: slot.id, classNumber };
          registrations = [...registrations, { ...ids, startsAt: slot.startsAt }];
        }
        complete += rows.length === plan.length ? 1 : 0;
      }),
    );
    // The test proves little unless some lists reach class 10.
    expect(complete).toBeGreaterThan(0);
  });

  test('no week has two classes, each is later than the one before, and monthly ones are at least three weeks apart', () => {
    fc.assert(
      fc.property(anyClasses, anyHeld, anyDay, anyNow, (classes, held, startDate, now) => {
        const plan = proposePlan(classes, { startDate, registrations: held }, { firstClass, now });
        let before = held.findLast(({ isSuspended }) => !isSuspended)?.startsAt as Date;
        for (const { classNumber, slot } of rowsToRegister(plan)) {
          const weeks = weeksBetween(pacificWeekOf(before), pacificWeekOf(slot.startsAt));
          expect(weeks).toBeGreaterThanOrEqual(classNumber > 7 ? 3 : 1);
          expect(slot.startsAt > before && slot.startsAt > now).toBe(true);
          before = slot.startsAt;
        }
      }),
    );
  });

  test('the proposal does not depend on the order of the classes', () => {
    fc.assert(
      fc.property(anyClasses, anyHeld, anyNow, (classes, registrations, now) => {
        const progress = { startDate: firstDay, registrations };
        const starts = (slots: ClassSlot[]) =>
          proposePlan(slots, progress, { firstClass, now }).map(({ slot }) => slot?.startsAt);
        expect(starts(classes.toReversed())).toEqual(starts(classes));
      }),
      { numRuns: 40 },
    );
  });
});

test('if every week has the same weekday and hour, all six are at that Pacific time, across clock changes', () => {
  fc.assert(
    fc.property(anyDay, anyTimeSlot, anyTimeSlot, (date, timeSlot, other) => {
      const classes = Array.from({ length: 24 }, (_, week) => addWeeks(date, week)).flatMap(
        (day, week): ClassSlot[] =>
          CLASS_TYPES.flatMap((classType) => [
            { id: `${week} ${classType}`, startsAt: classStart(day, timeSlot), classType },
            {
              id: `${week} ${classType} other`,
              startsAt: classStart(addDays(day, 1), other),
              classType,
            },
          ]),
      );
      const startsAt = classStart(date, timeSlot);
      const five = { id: 'r5', classId: '0 Weekly', classNumber: 5, startsAt };
      const progress = { startDate: addDays(date, -1), registrations: [five] };
      const now = new Date(startsAt.getTime() - 60_000);
      const plan = proposePlan(classes, progress, { firstClass, now });
      const wall = wallClock(startsAt);
      const shown = rowsToRegister(plan).map(({ slot }) => wallClock(slot.startsAt));
      expect(shown).toHaveLength(5);
      for (const time of shown) {
        expect([time.getUTCDay(), time.getUTCHours()]).toEqual([
          wall.getUTCDay(),
          wall.getUTCHours(),
        ]);
      }
      const weeks = [startsAt, ...rowsToRegister(plan).map(({ slot }) => slot.startsAt)].map(
        pacificWeekOf,
      );
      const steps = weeks.slice(1).map((week, at) => weeksBetween(weeks[at] as string, week));
      expect(steps).toEqual([1, 1, 4, 4, 4]);
    }),
    { numRuns: 40 },
  );
});
