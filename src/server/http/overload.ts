import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';

/** Vendors do not all ask again, and each of their requests is a small one. */
const webhooks = '/api/webhooks/';
const longestWaitMs = 1000;
/** How many may wait for each that is worked on: a bound for the memory they take. */
const waitingForEach = 20;

export interface Overload {
  /** For work that a page can do without: undefined where there is too much to do, else what to call at its end. */
  enter(): (() => void) | undefined;
}

/**
 * Works on so many calls at once, before they ask for a database connection. Those beyond wait their turn for up to a
 * second and are then answered 503: refused at once, clients that ask again at once would keep the node busy with
 * refusing. Files, health and webhooks are always served.
 */
export function shedOverload(app: FastifyInstance, mostAtOnce: number): Overload {
  let running = 0;
  /** In the order in which they came. */
  const waiting = new Set<(hasPlace: boolean) => void>();

  function leave(): void {
    const [next] = waiting;
    if (next) next(true);
    else running -= 1;
  }

  function waitForPlace(): Promise<boolean> {
    if (waiting.size >= mostAtOnce * waitingForEach) return Promise.resolve(false);
    return new Promise((resolve) => {
      const settle = (hasPlace: boolean) => {
        clearTimeout(timer);
        waiting.delete(settle);
        resolve(hasPlace);
      };
      const timer = setTimeout(settle, longestWaitMs, false);
      waiting.add(settle);
    });
  }

  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/api/') || url.startsWith(webhooks)) return;
    if (running < mostAtOnce) running += 1;
    else if (!(await waitForPlace())) {
      reply.header('retry-after', '1');
      throw new HttpError(
        503,
        'Very many people are using the portal right now. Please try again in a moment.',
      );
    }
    finished(reply.raw, leave);
  });

  return {
    enter() {
      if (running >= mostAtOnce) return undefined;
      running += 1;
      return leave;
    },
  };
}
