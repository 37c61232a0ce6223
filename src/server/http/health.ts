import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/connect.ts';
import { areMigrationsCurrent } from '../database/migrate.ts';
import type { Queue } from '../jobs/queue.ts';
import { isSameSecret } from '../platform/tokens.ts';
import { HttpError } from './http-error.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'secondsSinceLook'>;
  /** At the start of the node: pages that are built later are not served. */
  isWebBuilt: boolean;
  metricsToken: string | undefined;
  isDraining(): boolean;
}

export function reportHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/healthz', () => ({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    const reason = await whyNotReady(deps).catch((error: Error) => {
      request.log.warn({ err: error }, 'not ready');
      return 'the database does not answer';
    });
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

  app.get('/metrics', async (request, reply) => {
    if (
      deps.metricsToken &&
      !isSameSecret(request.headers.authorization ?? '', `Bearer ${deps.metricsToken}`)
    ) {
      throw new HttpError(401, 'Metrics need their token.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

const mostSecondsSinceLook = 60;

async function whyNotReady(deps: Deps): Promise<string | undefined> {
  const { database, queue, isWebBuilt, isDraining } = deps;
  if (isDraining()) return 'this node is stopping';
  if (!isWebBuilt) return 'the web is not built: run npm run build and start this node again';
  const { rows } = await database.execute<{ readOnly: boolean }>(
    sql`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`,
  );
  if (rows[0]?.readOnly) return 'the database takes no writes';
  if (!(await areMigrationsCurrent(database))) return 'the database lacks migrations';
  // Last, because a database that is gone stops the queue as well.
  if (queue.secondsSinceLook() > mostSecondsSinceLook) {
    return 'the queue has not looked for jobs for a minute';
  }
  return undefined;
}
