import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { DatabaseWatch } from '../platform/database-watch.ts';
import { processMetrics } from '../platform/metrics.ts';
import type { Services } from '../platform/services.ts';
import { isSameSecret } from '../platform/tokens.ts';
import { HttpError } from './errors.ts';

interface Deps {
  databaseWatch: Pick<DatabaseWatch, 'whyNotReady'>;
  queue: Pick<Services['queue'], 'secondsSinceLook'>;
  figures: { registry: Registry; refresh(): Promise<void> };
  isWebBuilt: boolean;
  metricsToken: string | undefined;
  isDraining(): boolean;
}

/** Probes and metrics requests arrive every few seconds, so we log only their warnings and errors. */
const quiet = { logLevel: 'warn' } as const;

export function reportHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', quiet, () => ({ status: 'alive' }));

  app.get('/readyz', quiet, (_request, reply) => {
    const reason = whyNotReady(deps);
    if (reason) return reply.status(503).send({ message: reason });
    return { status: 'ready' };
  });

  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });

  app.get('/metrics', quiet, async (request, reply) => {
    if (
      deps.metricsToken &&
      !isSameSecret(request.headers.authorization ?? '', `Bearer ${deps.metricsToken}`)
    ) {
      throw new HttpError(401, 'Metrics need the token from METRICS_TOKEN.');
    }
    await deps.figures.refresh();
    const all = Registry.merge([processMetrics, registry, deps.figures.registry]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

const mostSecondsSinceLook = 60;

function whyNotReady({ databaseWatch, queue, isWebBuilt, isDraining }: Deps): string | undefined {
  if (isDraining()) return 'this node is stopping';
  if (!isWebBuilt) return 'the web pages aren’t built: run npm run build, then restart this node';
  const reason = databaseWatch.whyNotReady();
  if (reason) return reason;
  // Check the queue last: if the database is down, the queue stops, too, but the database is the actual reason.
  if (queue.secondsSinceLook() > mostSecondsSinceLook) {
    return 'the queue has not checked for jobs in the last minute';
  }
  return undefined;
}
