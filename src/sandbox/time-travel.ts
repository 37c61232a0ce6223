import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Feed } from './feed.ts';
import { showClock } from './pacific.ts';
import type { Zoom } from './zoom/routes.ts';

/** Saves the difference between demo time and real time to a file, which the portal reads, too. */
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
  to?: unknown;
  /** The email of the person whose classes count. If absent, everyone's do. */
  of?: string | undefined;
  /** True if everyone attends the skipped classes. False if only the people who have pressed Join do. */
  attended?: boolean;
}

type Outcome = 'moved' | 'no-class-ahead' | 'unknown-step';

const hour = 60 * 60 * 1000;
/** Leaves visitors time to read the last reminder and press Join. */
const beforeClass = 10 * 60 * 1000;

export function openTimeTravel(clock: SandboxClock, meetings: Zoom['meetings'], feed: Feed) {
  return {
    state: () => ({ now: clock.now().toISOString(), moved: clock.isMoved() }),
    registrants: () => meetings.registrants(clock.now()),

    /** Null goes back to real time. Doesn't hold the classes in between. */
    moveTo(instant: Date | null): void {
      clock.moveTo(instant);
      feed.note(`The clock now says ${showClock(clock.now())} PT`);
    },

    travel({ to, of: email, attended = true }: Travel): Outcome {
      const from = clock.now();
      const target = targetOf(to, email, from);
      if (target === undefined) return 'unknown-step';
      if (target === null) return 'no-class-ahead';
      this.moveTo(target);
      meetings.hold(from, target, attended);
      return 'moved';
    },
  };

  function targetOf(to: unknown, email: string | undefined, from: Date): Date | null | undefined {
    if (to === 'hour') return new Date(from.getTime() + hour);
    if (to === 'day') return new Date(from.getTime() + 24 * hour);
    if (to === 'end-of-term') {
      const end = meetings.lastEnd(from, email);
      return end && new Date(end.getTime() + hour);
    }
    if (to !== 'next-class') return undefined;
    // If the next class is ten minutes away or less, skip to the one after it.
    const next = meetings.nextStart(new Date(from.getTime() + beforeClass + 1000), email);
    return next && new Date(next.getTime() - beforeClass);
  }
}

export type TimeTravel = ReturnType<typeof openTimeTravel>;

export function serveClock(app: FastifyInstance, time: TimeTravel): void {
  app.get('/clock', time.state);
  app.post<{ Body: { now?: unknown } }>('/clock', (request, reply) => {
    const wanted = request.body?.now;
    const instant = typeof wanted === 'string' ? new Date(wanted) : null;
    const isReadable = wanted === null || (instant && !Number.isNaN(instant.getTime()));
    if (!isReadable) {
      return reply.status(400).send({ message: 'Send { "now": an ISO time, or null }.' });
    }
    time.moveTo(instant);
    return time.state();
  });

  app.post<{ Body: Travel | null }>('/clock/travel', (request, reply) => {
    const outcome = time.travel(request.body ?? {});
    if (outcome === 'moved') return time.state();
    if (outcome === 'no-class-ahead') return reply.status(404).send({ message: noClassAhead });
    const steps = '"hour", "day", "next-class" or "end-of-term"';
    return reply.status(400).send({ message: `Send { "to": ${steps} }.` });
  });
}

export const noClassAhead = 'There are no upcoming classes.';
