import { readFileSync } from 'node:fs';

export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HOUR_SECONDS = 60 * 60;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const HOUR_MINUTES = 60;
export const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The only place where the server learns what time it is. */
export interface Clock {
  now(): Date;
  /** Of the demo's: a time that is hours away may come any moment. */
  isMovable?: boolean;
}

export const machineClock: Clock = { now: () => new Date() };

/**
 * The machine's clock, moved by the milliseconds in a file. The demo's sandbox writes that file;
 * every process that reads it agrees on the time from that moment on.
 */
export function clockMovedBy(file: string): Clock {
  return { now: () => new Date(Date.now() + offsetIn(file)), isMovable: true };
}

const askMovableEverySeconds = 60;

/** For how long a job may wait for a time of this clock before it looks at the clock again. */
export function secondsUntil(clock: Clock, time: Date): number {
  const seconds = Math.max(0, (time.getTime() - clock.now().getTime()) / 1000);
  return clock.isMovable ? Math.min(seconds, askMovableEverySeconds) : seconds;
}

function offsetIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/**
 * Whether something that began and ends at these times is valid. The demo's clock can go back: what began
 * in a time that is now ahead may be as far ahead as it lasts, and no further.
 */
export function isWithinLife(startedAt: Date, expiresAt: Date, now: Date): boolean {
  const life = expiresAt.getTime() - startedAt.getTime();
  return Math.abs(now.getTime() - startedAt.getTime()) < life;
}
