import { readFileSync } from 'node:fs';

export { DAY_MS, HOUR_MS, MINUTE_MS } from '../../course/course.ts';

export const HOUR_SECONDS = 60 * 60;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The portal's time, which the demo can move. Use it instead of `new Date()`. */
export interface Clock {
  now(): Date;
}

export const machineClock: Clock = { now: () => new Date() };

/** The machine’s clock plus an offset in milliseconds, read from a file that the demo’s sandbox writes. */
export function clockMovedBy(file: string): Clock {
  return { now: () => new Date(Date.now() + offsetIn(file)) };
}

function offsetIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** The demo’s clock can go backward, so something that started less than one lifetime in the future is still valid. */
export function isWithinLife(startedAt: Date, expiresAt: Date, now: Date): boolean {
  const life = expiresAt.getTime() - startedAt.getTime();
  return Math.abs(now.getTime() - startedAt.getTime()) < life;
}
