import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Feed } from './feed.ts';
import { showClock } from './pacific.ts';
import type { Zoom } from './zoom/routes.ts';

/** Keeps the difference between demo time and real time in a file that the portal also reads. */
export function openClock(file: string) {
  mkdirSync(dirname(file), { recursive: true });
  const offset = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  return {
    now: () => new Date(Date.now() + offset()),
    isMoved: () => offset() !== 0,
    moveTo(instant: Date | null) {
      const unfinished = `${file}.unfinished`;
      writeFileSync(unfinished, String(instant ? instant.getTime() - Date.now() : 0));
      renameSync(unfinished, file);
    },
  };
}

export type SandboxClock = ReturnType<typeof openClock>;

interface Travel {
  to?: string | undefined;
  /** An email address. If set, only this person's classes are considered when choosing the new time. */
  of?: string | undefined;
  /** True if everyone attends the skipped classes. False if only the people who have pressed Join do. */
  attended?: boolean;
}

const hour = 60 * 60 * 1000;
/** How long before class to stop, so that visitors have time to read the last reminder and press Join. */
const beforeClass = 10 * 60 * 1000;

export function openTimeTravel(clock: SandboxClock, meetings: Zoom['meetings'], feed: Feed) {
  return {
    state: () => ({ now: clock.now().toISOString(), moved: clock.isMoved() }),
    registrants: () => meetings.registrants(clock.now()),

    /** Null goes back to real time. Doesn't simulate the classes in between. */
    moveTo(instant: Date | null): void {
      clock.moveTo(instant);
      feed.note(`The clock now says ${showClock(clock.now())} PT`);
    },

    travel({ to, of: email, attended = true }: Travel): boolean {
      const from = clock.now();
      const target = targetOf(to, email, from);
      if (!target) return false;
      this.moveTo(target);
      meetings.hold(from, target, attended);
      return true;
    },
  };

  function targetOf(to: Travel['to'], email: Travel['of'], from: Date): Date | null {
    if (to === 'hour') return new Date(from.getTime() + hour);
    if (to === 'day') return new Date(from.getTime() + 24 * hour);
    if (to === 'end-of-term') {
      const end = meetings.lastEnd(from, email);
      return end && new Date(end.getTime() + hour);
    }
    if (to !== 'next-class') return null;
    // If the next class is ten minutes away or less, skip to the one after it.
    const next = meetings.nextStart(new Date(from.getTime() + beforeClass + 1000), email);
    return next && new Date(next.getTime() - beforeClass);
  }
}

export type TimeTravel = ReturnType<typeof openTimeTravel>;
