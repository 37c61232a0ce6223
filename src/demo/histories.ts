import { addDays, type CalendarDate } from '../course/calendar-date.ts';
import { offsetAfterChoosing } from '../course/choosing-weeks.ts';
import { isPast } from '../course/class-state.ts';
import { DEFAULT_FIRST_CLASS, LAST_CLASS_NUMBER } from '../course/course.ts';
import { pacificDate } from '../course/pacific-time.ts';
import type { ActiveRegistration, ClassSlot } from '../course/slot-choice.ts';
import { offerNextClassSlots } from '../course/slots.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** Leaves time for the first four sessions, which take place before students pick classes. */
const daysBeforeChoosing = 5;

export interface History {
  weeksAgo: number;
  /** The number of the last class the student picked, or 4 if they haven't picked any. */
  until: number;
  missed: readonly number[];
}

export const noneChosen = DEFAULT_FIRST_CLASS - 1;
export const allChosen = LAST_CLASS_NUMBER;

export const histories: readonly History[] = [
  { weeksAgo: 12, until: allChosen, missed: [] },
  { weeksAgo: 1, until: allChosen, missed: [] },
  { weeksAgo: 9, until: allChosen, missed: [8] },
  { weeksAgo: 0, until: noneChosen, missed: [] },
  { weeksAgo: 7, until: allChosen, missed: [] },
  { weeksAgo: 3, until: allChosen, missed: [5] },
  { weeksAgo: 2, until: 7, missed: [] },
  { weeksAgo: 5, until: allChosen, missed: [6, 7] },
  { weeksAgo: 4, until: allChosen, missed: [] },
];

export function chosenAt({ weeksAgo }: History, now: Date): Date {
  return new Date(now.getTime() - weeksAgo * weekMs);
}

export function startDateOf(history: History, now: Date): CalendarDate {
  return addDays(pacificDate(chosenAt(history, now)), -daysBeforeChoosing);
}

/** Picks classes one by one, by the same rules as the onboarding page. */
export function chooseClasses<Slot extends ClassSlot & { id: number }>(
  slots: readonly Slot[],
  history: History,
  { seed, now }: { seed: number; now: Date },
): { slot: Slot; classNumber: number }[] {
  const chosen: { slot: Slot; classNumber: number }[] = [];
  const registrations: ActiveRegistration[] = [];
  const student = { startDate: startDateOf(history, now), registrations };
  const asked = { firstClass: DEFAULT_FIRST_CLASS, now: chosenAt(history, now) };
  let weekOffset = 0;
  for (let classNumber = DEFAULT_FIRST_CLASS; classNumber <= history.until; classNumber += 1) {
    const { firstFutureWeek } = offerNextClassSlots(slots, student, { ...asked, weekOffset });
    weekOffset = firstFutureWeek ?? weekOffset;
    const { classes } = offerNextClassSlots(slots, student, { ...asked, weekOffset });
    const slot = classes[(seed + classNumber) % classes.length];
    if (!slot) break;
    chosen.push({ slot, classNumber });
    registrations.push({ id: classNumber, classId: slot.id, classNumber, startsAt: slot.startsAt });
    weekOffset = offsetAfterChoosing(classNumber, weekOffset);
  }
  return chosen;
}

export function hasAttended(
  { missed }: History,
  { slot, classNumber }: { slot: ClassSlot; classNumber: number },
  now: Date,
): boolean {
  return isPast(slot.startsAt, now) && !missed.includes(classNumber);
}
