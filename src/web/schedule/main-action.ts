import type { ScheduleEntry } from '../../contract/schedule.ts';
import type { PlaceInLine } from '../../contract/waiting-list.ts';
import { isUpcoming } from '../../course/class-time.ts';
import { hasClassesToChoose } from '../../course/course.ts';
import { isTimeToJoin } from '../../course/next-class.ts';
import { site } from '../site.ts';
import { shownClasses, startOf } from './class-facts.tsx';

export function findNext(entries: ScheduleEntry[], now: Date): ScheduleEntry | undefined {
  return shownClasses(entries)
    .filter((entry) => !entry.cancellation && isUpcoming(startOf(entry), now))
    .toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime())[0];
}

export type MainAction = ScheduleEntry | PlaceInLine | 'choice' | 'retreat';

/** Finds the one card whose button is primary. What the student has to do comes first, in the page's order, unless a class can be joined now. */
export function findMainAction(
  entries: ScheduleEntry[],
  offeredPlace: PlaceInLine | undefined,
  now: Date,
): MainAction {
  const next = findNext(entries, now);
  if (next && isTimeToJoin(startOf(next), now)) return next;
  const numbers = entries.map(({ classNumber }) => classNumber);
  const choice = hasClassesToChoose(numbers, site.firstClass) ? 'choice' : undefined;
  const canceled = shownClasses(entries).find(({ cancellation }) => cancellation);
  return offeredPlace ?? choice ?? canceled ?? next ?? 'retreat';
}
