/** The waiting list for a full class: who can join it, when someone has to leave it, and how long we hold a place. */
import { MOST_WAITING_LISTS, WAITING_LIST_CLOSES_MS } from './course.ts';
import { afterQuietHours } from './reminders.ts';

export const WAITING_PROBLEMS = {
  'has-places': 'Good news: a place just opened up in this class. You can select it now.',
  'too-many-lists': `You can be on up to ${MOST_WAITING_LISTS} waiting lists at a time. Please leave one of them first.`,
  misfit: 'This time doesn’t fit with your other classes. Please choose another one.',
  'list-closed': 'It’s too late to join the waiting list for this class.',
  'line-changed': 'This waiting list has changed in the meantime. Please reload the page.',
  'offer-over': 'This place has gone to the next person in line. Please choose another time.',
} as const;
export type WaitingProblem = keyof typeof WAITING_PROBLEMS;

function closesAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - WAITING_LIST_CLOSES_MS);
}

export function findJoinProblem(
  { startsAt, isFull, lists }: { startsAt: Date; isFull: boolean; lists: number },
  now: Date,
): WaitingProblem | null {
  if (now >= closesAt(startsAt)) return 'list-closed';
  if (!isFull) return 'has-places';
  return lists >= MOST_WAITING_LISTS ? 'too-many-lists' : null;
}

/** If we offer a place at night, when we don’t send texts, the time starts in the morning. */
export function holdUntil(startsAt: Date, minutes: number, now: Date): Date {
  const end = new Date(afterQuietHours(now).getTime() + minutes * 60 * 1000);
  const latest = closesAt(startsAt);
  return end < latest ? end : latest;
}

/** Why we take someone off a waiting list, for them and for the history. */
export const LINE_ENDINGS = {
  canceled: 'The class was canceled.',
  moved: 'The class moved to another time.',
  expired: 'We didn’t hear back in time, so the place went to the next person in line.',
  closed: 'No place opened up in time.',
  misfit: 'A place opened up, but it no longer fit with the other classes.',
  'by-staff': 'Our staff changed the list.',
} as const;

interface PersonInLine {
  /** The class’s start time when the person joined the line. */
  readonly startsAt: Date;
  /** Set while we hold a place for this person. */
  readonly offerExpiresAt: Date | null;
}

/** `courseClass` is undefined if the class was canceled. */
export function findEnding(
  { startsAt, offerExpiresAt }: PersonInLine,
  courseClass: { readonly startsAt: Date } | undefined,
  now: Date,
): keyof typeof LINE_ENDINGS | null {
  if (!courseClass) return 'canceled';
  if (startsAt.getTime() !== courseClass.startsAt.getTime()) return 'moved';
  if (offerExpiresAt) return now >= offerExpiresAt ? 'expired' : null;
  return now >= closesAt(startsAt) ? 'closed' : null;
}

/** For example, '2nd in line'. */
export function describeTurn(turn: number): string {
  const isTeen = turn % 100 > 10 && turn % 100 < 14;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][turn % 10] ?? 'th');
  return `${turn}${ending} in line`;
}
