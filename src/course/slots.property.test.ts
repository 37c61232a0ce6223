import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './calendar-date.ts';
import { offsetAfterChoosing, offsetOfWeek, weeksToChooseFrom } from './choosing-weeks.ts';
import { CLASS_TYPES, classTypeFor, TIME_SLOTS } from './course.ts';
import { classStart } from './pacific-time.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  criteriaForNextClass,
  findMoveProblem,
  findSlotProblem,
} from './slot-choice.ts';
import { offerNextClassSlots, offerRescheduleSlots } from './slots.ts';

// The generated months include the fall clock change of 2026.
const firstDay = '2026-09-01';
const anyDay = fc.integer({ min: 0, max: 300 }).map((days) => addDays(firstDay, days));
const anyClass = fc
  .record({
    date: anyDay,
    timeSlot: fc.constantFrom(...TIME_SLOTS),
    classType: fc.constantFrom(...CLASS_TYPES),
  })
  .map(({ date, timeSlot, classType }) => ({ startsAt: classStart(date, timeSlot), classType }));
const anyClasses = fc
  .array(anyClass, { minLength: 20, maxLength: 150 })
  .map((classes) => classes.map((slot, id): ClassSlot => ({ ...slot, id })));
const anyNow = fc.date({
  min: new Date('2026-09-01T00:00:00Z'),
  max: new Date('2026-12-31T00:00:00Z'),
  noInvalidDate: true,
});
const anyPicks = fc.infiniteStream(fc.nat());

/** Computed without the code under test: Intl gives the Pacific day, and counting days gives the Sunday. */
const zoneDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});
function weekNumber(instant: Date): number {
  const parts = zoneDay.formatToParts(instant);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const days = Date.UTC(read('year'), read('month') - 1, read('day')) / 86_400_000;
  return Math.floor((days + 4) / 7);
}

type Ask = (weekOffset: number) => ReturnType<typeof offerNextClassSlots>;

function chooseAll(
  classes: ClassSlot[],
  now: Date,
  startDate: string,
  picks: Iterator<number>,
  onStep: (held: ActiveRegistration[], weekOffset: number, ask: Ask) => void = () => {},
) {
  const registrations: ActiveRegistration[] = [];
  let weekOffset = 0;
  for (;;) {
    const ask = (offset: number) =>
      offerNextClassSlots(
        classes,
        { startDate, registrations },
        { weekOffset: offset, firstClass: 1, now },
      );
    weekOffset = ask(weekOffset).firstFutureWeek ?? weekOffset;
    onStep(registrations, weekOffset, ask);
    const { classes: offered, nextClassNumber } = ask(weekOffset);
    const chosen = offered[picks.next().value % offered.length];
    if (chosen === undefined) return registrations;
    const { id: classId, startsAt } = chosen;
    registrations.push({ id: nextClassNumber, classId, classNumber: nextClassNumber, startsAt });
    weekOffset = offsetAfterChoosing(nextClassNumber, weekOffset);
  }
}

function expectOneClassPerWeek(registrations: ActiveRegistration[]) {
  const weeks = registrations.map(({ startsAt }) => weekNumber(startsAt));
  expect(new Set(weeks).size).toBe(weeks.length);
}

describe('for any timetable', () => {
  test('onboarding keeps one class a week, none started, all in order and of the right type', () => {
    let complete = 0;
    fc.assert(
      fc.property(anyClasses, anyNow, anyDay, anyPicks, (classes, now, startDate, picks) => {
        const registrations = chooseAll(classes, now, startDate, picks);
        expectOneClassPerWeek(registrations);
        let before = now;
        for (const [index, { classId, classNumber, startsAt }] of registrations.entries()) {
          expect(startsAt.getTime()).toBeGreaterThan(before.getTime());
          expect(startsAt.getTime()).toBeGreaterThan(classStart(startDate, '8PM').getTime());
          expect(classNumber).toBe(index + 1);
          expect(classes[Number(classId)]?.classType).toBe(classTypeFor(classNumber));
          before = startsAt;
        }
        complete += registrations.length === 10 ? 1 : 0;
      }),
    );
    // The test proves little unless some lists reach class 10.
    expect(complete).toBeGreaterThan(0);
  });

  test('the arrows and the next free week lead to every slot and to no others', () => {
    fc.assert(
      fc.property(anyClasses, anyNow, anyPicks, (classes, now, picks) => {
        const registrations = chooseAll(classes, now, firstDay, picks).slice(
          0,
          picks.next().value % 10,
        );
        const progress = { startDate: firstDay, registrations };
        const criteria = criteriaForNextClass(progress, 1, now);
        const free = classes
          .filter((slot) => findSlotProblem(slot, criteria) === null)
          .map(({ startsAt }) => weekNumber(startsAt) - weekNumber(now));
        for (const weekOffset of Array(50).keys()) {
          const week = offerNextClassSlots(classes, progress, { weekOffset, firstClass: 1, now });
          const [before, after] = [
            free.filter((offset) => offset < weekOffset),
            free.filter((offset) => offset > weekOffset),
          ];
          expect(week.canGoBack).toBe(before.length > 0);
          expect(week.canGoOn).toBe(after.length > 0);
          const nearest = after.length > 0 ? Math.min(...after) : Math.max(...before);
          expect(week.nextFreeWeek).toBe(before.length + after.length > 0 ? nearest : null);
          expect(week.emptyWeek === null).toBe(free.includes(weekOffset));
          const hasClass = registrations.some(
            ({ startsAt }) => weekNumber(startsAt) - weekNumber(now) === weekOffset,
          );
          expect(week.emptyWeek?.reason === 'week-taken').toBe(hasClass);
        }
      }),
      { numRuns: 15 },
    );
  });

  test('a student who stops and comes back at any class sees the week they would have continued in', () => {
    let resumedAfterSeven = 0;
    fc.assert(
      fc.property(anyClasses, anyNow, anyPicks, (classes, now, picks) => {
        chooseAll(classes, now, firstDay, picks, (held, weekOffset, ask) => {
          const { start, earliest } = weeksToChooseFrom(held, now);
          const { classes: offered, firstFutureWeek } = ask(start);
          expect(offered.length > 0 ? start : (firstFutureWeek ?? start)).toBe(weekOffset);
          if (earliest > 0) expect(ask(earliest - 1).classes).toEqual([]);
          resumedAfterSeven += held.length === 7 ? 1 : 0;
        });
      }),
      { numRuns: 40 },
    );
    expect(resumedAfterSeven).toBeGreaterThan(0);
  });

  test('any day in an address selects its week', () => {
    fc.assert(
      fc.property(anyDay, anyNow, (day, now) => {
        const weeks = weekNumber(classStart(day, '12PM')) - weekNumber(now);
        expect(offsetOfWeek(day, 0, now)).toBe(weeks >= 0 ? weeks : null);
      }),
    );
  });

  test('a class can move to any offered slot but its own, and no week gets two', () => {
    fc.assert(
      fc.property(anyClasses, anyNow, anyPicks, (classes, now, picks) => {
        const registrations = chooseAll(classes, now, firstDay, picks);
        const moved = registrations[picks.next().value % registrations.length];
        fc.pre(moved !== undefined);
        const progress = { startDate: firstDay, registrations };
        const listed = [...Array(90).keys()].flatMap(
          (week) =>
            offerRescheduleSlots(classes, progress, moved, { weekOffset: week - 45, now }).classes,
        );
        const allowed = classes.filter(
          (slot) => findMoveProblem(slot, progress, moved, now) === null,
        );
        expect(new Set(listed)).toEqual(new Set([...allowed, classes[Number(moved.classId)]]));
        for (const { startsAt } of listed) {
          expect(startsAt.getTime()).toBeGreaterThan(now.getTime());
          expectOneClassPerWeek(
            registrations.map((one) => (one === moved ? { ...one, startsAt } : one)),
          );
        }
      }),
      { numRuns: 15 },
    );
  });
});
