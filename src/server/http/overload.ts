import { finished } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HttpError } from './http-error.ts';

/** Vendors do not all ask again, and each of their requests is a small one. */
const webhooks = '/api/webhooks/';

export interface Overload {
  /** For work that a page can do without: undefined where there is too much to do, else what to call at its end. */
  enter(): (() => void) | undefined;
}

/**
 * Answers 503 to calls beyond so many at once, before they wait for a database connection: those that were taken are
 * answered in time, and whoever comes again a moment later is too. Files, health and webhooks are always served.
 */
export function shedOverload(app: FastifyInstance, mostAtOnce: number): Overload {
  let running = 0;
  const leave = () => {
    running -= 1;
  };
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!url.startsWith('/api/') || url.startsWith(webhooks)) return;
    if (running >= mostAtOnce) {
      reply.header('retry-after', '1');
      throw new HttpError(
        503,
        'Very many people are using the portal right now. Please try again in a moment.',
      );
    }
    running += 1;
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
