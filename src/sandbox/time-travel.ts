import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from './clock.ts';

/** The meetings that the moved clock comes to, or skips. */
interface Meetings {
  nextStart(after: Date, email?: string): Date | null;
  registrants(after: Date): { email: string; name: string }[];
  hold(from: Date, until: Date, attended: boolean): void;
}

interface Travel {
  to?: unknown;
  /** The email of whose next class is meant; anybody's without it. */
  of?: string;
  /** Whether everybody comes to the classes that pass; otherwise the teacher waits alone. */
  attended?: boolean;
}

const hour = 60 * 60 * 1000;
/** Time to read the last reminder and to press Join. */
const beforeClass = 10 * 60 * 1000;

/** Moves the clock to a given time, by an hour, by a day, or to the next class. */
export function serveClock(app: FastifyInstance, clock: SandboxClock, meetings: Meetings): void {
  const state = () => ({ now: clock.now().toISOString(), moved: clock.isMoved() });

  app.get('/clock', state);
  app.post<{ Body: { now?: unknown } }>('/clock', (request, reply) => {
    const wanted = request.body?.now;
    const instant = typeof wanted === 'string' ? new Date(wanted) : null;
    const isReadable = wanted === null || (instant && !Number.isNaN(instant.getTime()));
    if (!isReadable) {
      return reply.status(400).send({ message: 'Send { "now": an ISO time, or null }.' });
    }
    clock.moveTo(instant);
    return state();
  });

  app.get('/clock/registrants', () => meetings.registrants(clock.now()));
  app.post<{ Body: Travel | null }>('/clock/travel', (request, reply) => {
    const { to, of, attended = true } = request.body ?? {};
    const from = clock.now();
    const target = targetOf(to, of, from);
    if (target === undefined) {
      return reply.status(400).send({ message: 'Send { "to": "hour", "day" or "next-class" }.' });
    }
    if (target === null) return reply.status(404).send({ message: 'No class lies ahead.' });
    clock.moveTo(target);
    meetings.hold(from, target, attended);
    return state();
  });

  function targetOf(to: unknown, email: string | undefined, from: Date): Date | null | undefined {
    if (to === 'hour') return new Date(from.getTime() + hour);
    if (to === 'day') return new Date(from.getTime() + 24 * hour);
    if (to !== 'next-class') return undefined;
    // From the ten minutes before a class, the next class is the one after it.
    const next = meetings.nextStart(new Date(from.getTime() + beforeClass + 1000), email);
    return next && new Date(next.getTime() - beforeClass);
  }
}
