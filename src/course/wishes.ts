import { WEEKDAYS } from './format-time.ts';

const [sunday, ...otherDays] = WEEKDAYS;
export const WISH_DAYS = [...otherDays, sunday] as const;
export type WishDay = (typeof WISH_DAYS)[number];

/** Together, these cover every time slot. */
export const WISH_HOURS = ['morning', 'afternoon', 'evening'] as const;
export type WishHours = (typeof WISH_HOURS)[number];

export const WISH_HOUR_NAMES: Record<WishHours, string> = {
  morning: 'Mornings, 8 to 11 AM PT',
  afternoon: 'Afternoons, 12 to 4 PM PT',
  evening: 'Evenings, 5 to 8 PM PT',
};

interface Wish {
  readonly days: readonly WishDay[];
  readonly hours: readonly WishHours[];
  readonly comment: string;
}

export function saysSomething({ days, hours, comment }: Wish): boolean {
  return days.length > 0 || hours.length > 0 || comment !== '';
}

/** For example, 'Mondays and Fridays, mornings or evenings'. Empty if the student only wrote a comment. */
export function describeWish({ days, hours }: Omit<Wish, 'comment'>): string {
  const wanted = WISH_DAYS.filter((day) => days.includes(day)).map((day) => `${day}s`);
  const at = WISH_HOURS.filter((hour) => hours.includes(hour)).map((hour) => `${hour}s`);
  const words = [
    wanted.length === WISH_DAYS.length ? 'any day' : join(wanted, 'and'),
    at.length === WISH_HOURS.length ? 'any time of day' : join(at, 'or'),
  ].filter((part) => part !== '');
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function join(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
