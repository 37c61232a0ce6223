import { MINUTE_MS, MOST_WAITING_LISTS, WAITING_LIST_CLOSES_MS } from './course.ts';
import { isFull } from './places.ts';
import { afterQuietHours } from './reminders.ts';
import type { ClassSlot, HeldRegistration } from './slot-choice.ts';
import { findStaffProblems, openStaffChoice, type StudentProgress } from './staff-choice.ts';

export const WAITING_PROBLEMS = {
  'has-places': 'Good news: a place just opened up in this class. You can select it now.',
  'too-many-lists': `You can be on up to ${MOST_WAITING_LISTS} waiting lists at a time. Please leave one of them first.`,
  misfit: 'This time doesn’t fit with your other classes. Please choose another one.',
  'list-closed': 'It’s too late to join the waiting list for this class.',
  'line-changed': 'This waiting list has changed in the meantime. Please reload the page.',
  'in-line-for-other':
    'You’re already on this waiting list for a different class number. Please leave the list first.',
  'offer-over': 'This place is no longer available. Please choose another time.',
} as const;
export type WaitingProblem = keyof typeof WAITING_PROBLEMS;

function closesAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - WAITING_LIST_CLOSES_MS);
}

type Rules = { readonly firstClass: number; readonly now: Date };

/** Returns whether the student could take this class if it had a place. */
export function isFitting(
  slot: ClassSlot,
  progress: StudentProgress<HeldRegistration>,
  classNumber: number,
  rules: Rules,
): boolean {
  const choice = openStaffChoice(progress, classNumber, rules);
  return findStaffProblems({ ...slot, placesLeft: null }, choice).length === 0;
}

export function findJoinProblem(
  slot: ClassSlot,
  progress: StudentProgress<HeldRegistration>,
  {
    classNumber,
    lists,
    ...rules
  }: Rules & { readonly classNumber: number; readonly lists: number },
): WaitingProblem | null {
  if (!isFitting(slot, progress, classNumber, rules)) return 'misfit';
  if (rules.now >= closesAt(slot.startsAt)) return 'list-closed';
  if (!isFull(slot.placesLeft)) return 'has-places';
  return lists >= MOST_WAITING_LISTS ? 'too-many-lists' : null;
}

/** If we offer a place at night, when we don’t send texts, the countdown starts in the morning. */
export function holdUntil(startsAt: Date, minutes: number, now: Date): Date {
  const end = new Date(afterQuietHours(now).getTime() + minutes * MINUTE_MS);
  const latest = closesAt(startsAt);
  return end < latest ? end : latest;
}

export const LINE_ENDINGS = {
  canceled: 'The class was canceled.',
  moved: 'The class moved to another time.',
  expired: 'We didn’t hear back in time, so we let the place go.',
  closed: 'No place opened up in time.',
  misfit: 'A place opened up, but it no longer fit with the other classes.',
  'by-staff': 'Our staff changed the list.',
  'other-time': 'They have another time for this class.',
  'not-student': 'They’re no longer taking the course.',
} as const;

/**
 * `startsAt` is the start time that the class had when the person joined the list. `courseClass` is undefined if the
 * class was canceled.
 */
export function findEnding(
  { startsAt, offerExpiresAt }: { readonly startsAt: Date; readonly offerExpiresAt: Date | null },
  courseClass: { readonly startsAt: Date } | undefined,
  now: Date,
): keyof typeof LINE_ENDINGS | null {
  if (!courseClass) return 'canceled';
  if (startsAt.getTime() !== courseClass.startsAt.getTime()) return 'moved';
  if (offerExpiresAt) return now >= offerExpiresAt ? 'expired' : null;
  return now >= closesAt(startsAt) ? 'closed' : null;
}

export function describeTurn(turn: number): string {
  const isTeen = turn % 100 > 10 && turn % 100 < 14;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][turn % 10] ?? 'th');
  return `${turn}${ending} in line`;
}
