import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata } from 'pg-boss';
import { type JobOutcome, jobSeconds } from '../platform/metrics.ts';

const sentences = {
  completed: ['debug', 'a job completed'],
  postponed: ['debug', 'a job has to wait and will be retried'],
  failed: ['warn', 'a job failed and will be retried'],
  dead: ['error', 'a job failed for good'],
} as const;

export function reportTry(
  log: FastifyBaseLogger,
  job: string,
  { id, data, retryCount }: JobWithMetadata<object>,
) {
  const about = { job, jobId: id, tries: retryCount + 1, ...idsIn(data) };
  const startedAt = performance.now();
  log.debug(about, 'a job started');
  return (outcome: JobOutcome, error?: Error) => {
    const seconds = (performance.now() - startedAt) / 1000;
    jobSeconds.observe({ queue: job, outcome }, seconds);
    const [level, sentence] = sentences[outcome];
    const details = { ...about, seconds: Math.round(seconds * 1000) / 1000 };
    log[level](error ? { ...details, err: error } : details, sentence);
  };
}

/** Returns only IDs, because other data may be personal and must not be logged. */
function idsIn(data: object | null): Record<string, unknown> {
  const fields = Object.entries(data ?? {});
  return Object.fromEntries(
    fields.filter(([name, value]) => /Ids?$/.test(name) && [value].flat().every(isId)),
  );
}

function isId(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[\w+/=-]{1,64}$/.test(value));
}
