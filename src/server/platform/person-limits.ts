import type { Reader } from '../database/connect.ts';
import { DAY_MINUTES, HOUR_MINUTES } from './clock.ts';
import { DomainError } from './errors.ts';
import { countWithin } from './rate-limit.ts';

/** Each limit is a count and a window in minutes, per person. People rarely reach these limits, but scripts do. */
const limits = {
  'class times': [
    [30, 15],
    [100, DAY_MINUTES],
  ],
  wishes: [[10, DAY_MINUTES]],
  'text consent': [[20, DAY_MINUTES]],
  'phone numbers': [[10, DAY_MINUTES]],
  // With ten codes a day and five tries per code, guessing a code would take about 20,000 days.
  'number codes': [
    [5, 15],
    [10, DAY_MINUTES],
  ],
  'replies by text': [[20, HOUR_MINUTES]],
  joins: [[60, HOUR_MINUTES]],
  'calendar address': [[10, DAY_MINUTES]],
  'login links': [[60, HOUR_MINUTES]],
  'data downloads': [[10, DAY_MINUTES]],
  retries: [[60, HOUR_MINUTES]],
  'setup checks': [[60, HOUR_MINUTES]],
  'test mails': [[10, HOUR_MINUTES]],
  'class messages': [[20, HOUR_MINUTES]],
  'messages to groups': [[20, HOUR_MINUTES]],
  'messages sent again': [[60, HOUR_MINUTES]],
  'messages to one person': [[10, HOUR_MINUTES]],
} satisfies Record<string, [times: number, minutes: number][]>;

export type PersonLimit = keyof typeof limits;

export function isDailyLimit(limit: PersonLimit): boolean {
  return limits[limit].every(([, minutes]) => minutes === DAY_MINUTES);
}

/** Throws if the person has reached the limit. Counts across all nodes. A rollback undoes the count. */
export async function limitPerson(
  reader: Reader,
  now: Date,
  what: PersonLimit,
  personId: number,
): Promise<void> {
  const counters = limits[what].map(([max, minutes]) => {
    // Two time windows may start at the same moment, so each needs its own key.
    return { key: `${what} of person ${personId} in ${minutes} minutes`, max, minutes };
  });
  if (!(await countWithin(reader, now, ...counters)))
    throw new DomainError('limit-reached', { limit: what });
}
