import { timingSafeEqual } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/connect.ts';
import { areMigrationsCurrent } from '../database/migrate.ts';
import { Refusal } from './refusal.ts';

interface Parts {
  database: Database;
  metricsToken: string | undefined;
  isDraining(): boolean;
}

export function reportHealth(app: FastifyInstance, parts: Parts): void {
  app.get('/healthz', () => ({ status: 'alive' }));

  app.get('/readyz', async (request, reply) => {
    const reason = await whyNotReady(parts).catch((error: Error) => {
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
      parts.metricsToken &&
      !isSame(request.headers.authorization, `Bearer ${parts.metricsToken}`)
    ) {
      throw new Refusal(401, 'Metrics need their token.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function whyNotReady({ database, isDraining }: Parts): Promise<string | undefined> {
  if (isDraining()) return 'this node is stopping';
  const { rows } = await database.execute<{ readOnly: boolean }>(
    sql`select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`,
  );
  if (rows[0]?.readOnly) return 'the database takes no writes';
  if (!(await areMigrationsCurrent(database))) return 'the database lacks migrations';
  return undefined;
}

function isSame(given: string | undefined, wanted: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
