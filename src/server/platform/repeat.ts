import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

export function repeat(work: () => Promise<void>, everyMs: number, log: FastifyBaseLogger) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error) => log.warn({ err: error }, 'a recurring task failed'));
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  }
}
