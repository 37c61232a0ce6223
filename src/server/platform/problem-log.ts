import type { FastifyBaseLogger } from 'fastify';

/** One line when something begins to fail and one when it works again, however often it is tried in between. */
export function openProblemLog(log: FastifyBaseLogger, what: string) {
  let count = 0;
  let since = 0;
  return {
    failed(error: Error) {
      if (count === 0) {
        since = performance.now();
        log.warn({ err: error }, `${what} had a problem`);
      }
      count += 1;
    },
    worked() {
      if (count === 0) return;
      const seconds = Math.round((performance.now() - since) / 1000);
      log.warn({ count, seconds }, `${what} works again`);
      count = 0;
    },
  };
}
