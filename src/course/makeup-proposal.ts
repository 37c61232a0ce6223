import { byStart } from './class-state.ts';
import { DAY_MS, PROPOSED_SLOTS } from './course.ts';
import { wallClock } from './pacific-time.ts';
import {
  type ActiveRegistration,
  type ClassSlot,
  type CourseProgress,
  criteriaToMove,
  findSlotProblem,
} from './slot-choice.ts';

const WEEK_MS = 7 * DAY_MS;
/** We prefer slots that are less than this far away, even if a later one is closer to the student’s usual time. */
const NEAR_MS = 4 * WEEK_MS;

/**
 * Returns up to PROPOSED_SLOTS slots, sorted by date, no two of them at the same time. Prefers slots in the next four
 * weeks that are closest to the student’s usual weekday and hour, and then the soonest later ones.
 */
export function proposeMakeupSlots<Slot extends ClassSlot>(
  slots: readonly Slot[],
  progress: CourseProgress,
  missed: ActiveRegistration,
  now: Date,
): Slot[] {
  const criteria = criteriaToMove(progress, missed, now);
  const usual = usualTime(progress.registrations, missed);
  const nearer = (a: Slot, b: Slot) => distance(a, usual) - distance(b, usual) || byStart(a, b);
  const isNear = ({ startsAt }: Slot) => startsAt.getTime() < now.getTime() + NEAR_MS;
  const offered = slots.filter((slot) => findSlotProblem(slot, criteria) === null);
  const near = offered.filter(isNear).toSorted(nearer);
  const later = offered.filter((slot) => !isNear(slot)).toSorted(byStart);
  const isFirstAtItsTime = ({ startsAt }: Slot, at: number, all: Slot[]) =>
    all.findIndex((other) => other.startsAt.getTime() === startsAt.getTime()) === at;
  const best = [...near, ...later].filter(isFirstAtItsTime).slice(0, PROPOSED_SLOTS);
  return best.toSorted(byStart);
}

function timeInWeek({ startsAt }: { readonly startsAt: Date }): number {
  const wall = wallClock(startsAt);
  return wall.getUTCDay() * DAY_MS + (wall.getTime() % DAY_MS);
}

/** Returns the student’s most frequent class time. In a tie, the time of the missed class takes precedence. */
function usualTime(registrations: readonly ActiveRegistration[], missed: ActiveRegistration) {
  const times = [missed, ...registrations.filter(({ id }) => id !== missed.id)].map(timeInWeek);
  const count = (time: number) => times.filter((other) => other === time).length;
  return times.reduce((usual, time) => (count(time) > count(usual) ? time : usual));
}

/** Weeks wrap around: Saturday and Sunday are one day apart. */
function distance(slot: ClassSlot, usual: number): number {
  const apart = Math.abs(timeInWeek(slot) - usual);
  return Math.min(apart, WEEK_MS - apart);
}

/** An `unclear` reply contains a digit or a weekday, so it may be an answer to the proposal. */
export type ProposalReply =
  | { readonly kind: 'pick'; readonly number: number }
  | { readonly kind: 'undo' }
  | { readonly kind: 'unclear' };

export function readProposalReply(words: string): ProposalReply | null {
  const word = words.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  if (word === 'UNDO') return { kind: 'undo' };
  const number = /^\d$/.test(word) ? Number(word) : 0;
  if (number >= 1 && number <= PROPOSED_SLOTS) return { kind: 'pick', number };
  return /\d|(?:MON|TUES|WEDNES|THURS|FRI|SATUR|SUN)DAY/.test(word) ? { kind: 'unclear' } : null;
}
