import { readFileSync } from 'node:fs';

/** The only place where the server learns what time it is. */
export interface Clock {
  now(): Date;
}

export const machineClock: Clock = { now: () => new Date() };

/**
 * The machine's clock, moved by the milliseconds in a file. The demo's sandbox writes that file;
 * every process that reads it agrees on the time from that moment on.
 */
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
