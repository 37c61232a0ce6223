import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './errors.ts';

/** Webhooks are always served, because they are small and not all vendors retry. */
const webhooks = '/api/webhooks/';
const longestWaitMs = 1000;
const waitingForEach = 20;

let calls = 0;

export function noteCall(): void {
  calls += 1;
}

/** How many API calls this node has received, so that long work can tell if others are waiting. */
export const callsSoFar = () => calls;

export type Overload = ReturnType<typeof shedOverload>;

/**
 * Limits how many API calls run at once. A call over the limit waits for up to a second and then gets a 503. If too
 * many calls are already waiting, it gets a 503 immediately. Webhooks and everything outside /api/ are always served.
 */
export function shedOverload(app: FastifyInstance, mostAtOnce: number) {
  let running = 0;
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
    noteCall();
    if (running < mostAtOnce) running += 1;
    else if (!(await waitForPlace())) {
      reply.header('retry-after', '1');
      throw new HttpError(
        503,
        'A lot of people are using the portal right now. Please try again in a moment.',
      );
    }
    finished(reply.raw, leave);
  });

  return {
    /** For optional work. Returns undefined if the node is busy, or else a function to call when the work is done. */
    enter() {
      if (running >= mostAtOnce) return undefined;
      running += 1;
      return leave;
    },
  };
}
