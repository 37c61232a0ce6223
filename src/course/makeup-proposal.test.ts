import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './calendar-date.ts';
import { CLASS_TYPES, TIME_SLOTS, type TimeSlot } from './course.ts';
import { proposeMakeupSlots, readProposalReply } from './makeup-proposal.ts';
import { classStart } from './pacific-time.ts';
import type { ActiveRegistration, ClassSlot } from './slot-choice.ts';
import { offerMakeupSlots } from './slots.ts';

const day = 86_400_000;
const now = new Date('2026-11-24T19:00:00-08:00');
const startDate = '2026-01-01';

let serial = 0;
function slotOn(date: string, timeSlot: TimeSlot = '4PM'): ClassSlot {
  serial += 1;
  return { id: serial, startsAt: classStart(date, timeSlot), classType: 'Weekly' };
}
function registrationOn(classNumber: number, date: string, timeSlot: TimeSlot = '4PM') {
  return {
    id: classNumber,
    classId: -classNumber,
    classNumber,
    startsAt: classStart(date, timeSlot),
  };
}

const missed = registrationOn(5, '2026-11-24');
const propose = (slots: ClassSlot[], others: ActiveRegistration[] = [], asOf = now) => {
  const progress = { startDate, registrations: [missed, ...others] };
  const times = slots.map(({ id }) => id);
  return proposeMakeupSlots(slots, progress, missed, asOf).map(({ id }) => times.indexOf(id));
};

describe('the times proposed for a missed class', () => {
  test('are the three nearest to its weekday and hour, the sooner of two, in date order', () => {
    const slots = [
      slotOn('2026-11-25', '4PM'),
      slotOn('2026-12-01', '6PM'),
      slotOn('2026-12-08', '4PM'),
      slotOn('2026-12-01', '4PM'),
      slotOn('2026-12-01', '2PM'),
    ];
    expect(propose(slots)).toEqual([4, 3, 2]);
  });

  test('follow the time of most of their classes if the missed one was at another time', () => {
    const usual = [registrationOn(6, '2026-12-10', '9AM'), registrationOn(7, '2026-12-17', '9AM')];
    const slots = [
      slotOn('2026-11-26', '9AM'),
      slotOn('2026-12-01', '4PM'),
      slotOn('2026-12-03', '9AM'),
      slotOn('2026-12-22', '4PM'),
    ];
    expect(propose(slots, usual)).toEqual([0, 1, 2]);
    expect(propose(slots, usual.slice(1))).toEqual([0, 1, 3]);
  });

  test('treat Sunday as the day after Saturday', () => {
    const onSaturday = registrationOn(5, '2026-11-21', '8PM');
    const sundays = ['2026-12-06', '2026-12-13', '2026-12-20'].map((date) => slotOn(date, '8AM'));
    const slots = [slotOn('2026-12-03', '8PM'), ...sundays];
    const progress = { startDate, registrations: [onSaturday] };
    expect(proposeMakeupSlots(slots, progress, onSaturday, now)).toEqual(sundays);
  });

  test('have the same hour on both sides of a clock change', () => {
    const before = registrationOn(5, '2026-10-27', '4PM');
    const usual = ['2026-11-03', '2026-11-10', '2026-11-17'].map((date) => slotOn(date, '4PM'));
    const slots = [slotOn('2026-11-03', '3PM'), ...usual];
    const asOf = new Date('2026-10-28T12:00:00-07:00');
    const progress = { startDate, registrations: [before] };
    expect(proposeMakeupSlots(slots, progress, before, asOf)).toEqual(usual);
  });

  test('are within the next four weeks, and later only if those have too few', () => {
    const slots = [
      slotOn('2026-12-29', '4PM'),
      slotOn('2026-12-22', '9AM'),
      slotOn('2027-01-06', '4PM'),
      slotOn('2026-12-30', '9AM'),
    ];
    expect(propose(slots)).toEqual([1, 0, 3]);
  });

  test('are different times, even if two classes begin at once', () => {
    const slots = [slotOn('2026-12-01'), slotOn('2026-12-01'), slotOn('2026-12-08')];
    expect(propose(slots)).toEqual([0, 2]);
  });

  test('are empty if the dialog offers none', () => {
    const taken = registrationOn(6, '2026-12-02');
    expect(propose([slotOn('2026-12-01'), slotOn('2026-11-24')], [taken])).toEqual([]);
  });

  const anyStart = fc
    .record({
      date: fc.integer({ min: -40, max: 120 }).map((days) => addDays('2026-11-24', days)),
      timeSlot: fc.constantFrom(...TIME_SLOTS),
    })
    .map(({ date, timeSlot }) => classStart(date, timeSlot));
  const anySlots = fc
    .array(fc.record({ startsAt: anyStart, classType: fc.constantFrom(...CLASS_TYPES) }), {
      maxLength: 60,
    })
    .map((slots) => slots.map((slot, id): ClassSlot => ({ ...slot, id })));
  const anyOthers = fc
    .array(anyStart, { maxLength: 5 })
    .map((starts) =>
      starts.map((startsAt, at) => ({ id: 6 + at, classId: -1, classNumber: 6 + at, startsAt })),
    );
  const anyClassNumber = fc.integer({ min: 5, max: 10 });

  test('are always offered by the dialog too, up to three', () => {
    fc.assert(
      fc.property(anySlots, anyOthers, anyStart, anyClassNumber, (slots, others, start, number) => {
        const own = { id: 1, classId: -2, classNumber: number, startsAt: start };
        const progress = { startDate, registrations: [own, ...others] };
        const weeks = Array.from({ length: 60 }, (_, at) => at - 30);
        const offered = weeks.flatMap(
          (weekOffset) => offerMakeupSlots(slots, progress, own, { weekOffset, now }).classes,
        );
        const proposed = proposeMakeupSlots(slots, progress, own, now);
        for (const slot of proposed) expect(offered).toContain(slot);
        const times = (some: ClassSlot[]) =>
          new Set(some.map(({ startsAt }) => startsAt.getTime()));
        expect(times(proposed).size).toBe(proposed.length);
        expect(proposed.length).toBe(Math.min(3, times(offered).size));
      }),
    );
  });

  test('never skip one within four weeks for a later one', () => {
    fc.assert(
      fc.property(anySlots, anyOthers, (slots, others) => {
        const progress = { startDate, registrations: [missed, ...others] };
        const proposed = proposeMakeupSlots(slots, progress, missed, now);
        const isNear = ({ startsAt }: ClassSlot) => startsAt.getTime() < now.getTime() + 28 * day;
        const rest = slots.filter((slot) => !proposed.includes(slot));
        const again = proposeMakeupSlots(rest, progress, missed, now).filter(isNear);
        const isKnown = (slot: ClassSlot) =>
          proposed.some(({ startsAt }) => startsAt.getTime() === slot.startsAt.getTime());
        if (again.some((slot) => !isKnown(slot))) expect(proposed.every(isNear)).toBe(true);
      }),
    );
  });
});

describe('a reply', () => {
  test.each(['1', ' 1 ', '1.', '#1', '(1)', '1!'])('of “%s” picks the first', (words) => {
    expect(readProposalReply(words)).toEqual({ kind: 'pick', number: 1 });
  });

  test.each(['UNDO', 'undo', ' Undo. '])('of “%s” undoes', (words) => {
    expect(readProposalReply(words)).toEqual({ kind: 'undo' });
  });

  test.each(['0', '4', '12', '2 please', 'see you at 3', 'Tuesday please'])(
    'of “%s” is unclear',
    (words) => {
      expect(readProposalReply(words)).toEqual({ kind: 'unclear' });
    },
  );

  test.each(['', 'thank you', 'undo it'])('of “%s” is about something else', (words) => {
    expect(readProposalReply(words)).toBeNull();
  });
});
