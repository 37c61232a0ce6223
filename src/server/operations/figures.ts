import { Gauge, Registry } from 'prom-client';
import { openPool } from '../database/pool.ts';
import type { Services } from '../platform/services.ts';

/** More frequent scrapes get cached figures, to reduce the load on the database. */
const freshMs = 10_000;
const mostWaitMs = 2000;

const metrics = {
  waiting: ['portal_jobs_waiting', 'Jobs that are due but haven’t started', 'queue'],
  oldest: ['portal_jobs_oldest_waiting_seconds', 'Age of the oldest job that is due', 'queue'],
  planned: ['portal_jobs_planned', 'Jobs scheduled for later, including retries', 'queue'],
  dead: ['portal_jobs_dead', 'Jobs that failed for good and haven’t been dismissed', 'queue'],
  success: [
    'portal_timetable_last_success_timestamp_seconds',
    'When a recurring job last succeeded; 0 if it hasn’t in the past week',
    'entry',
  ],
  lag: ['portal_reminders_lag_seconds', 'How late the oldest unqueued reminder is'],
  held: [
    'portal_vendor_holds',
    'Kinds of work on hold because the vendor rejects them or isn’t responding',
    'vendor',
  ],
  backup: [
    'portal_backup_timestamp_seconds',
    'When a backup was last made or verified, or last failed',
    'step',
  ],
} as const;

/**
 * Reads figures from the database on request, over a separate connection, so that they are available even when the pool
 * is exhausted. Leaves out the figures while the database doesn't respond.
 */
export function openFigures({ settings, database, clock }: Services) {
  const registry = new Registry();
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge(
    'portal_database_up',
    '1 if the database responded to the query for these figures',
  );
  const gauges = Object.fromEntries(
    Object.entries(metrics).map(([figure, [name, help, ...labels]]) => [
      figure,
      gauge(name, help, ...labels),
    ]),
  ) as Record<keyof typeof metrics, Gauge>;
  const connections = gauge(
    'portal_database_pool_connections',
    'This node’s database connections for requests and jobs, by state (busy or idle)',
    'state',
  );
  const pending = gauge('portal_database_pool_waiting', 'Queries waiting for a connection');

  const pool = openPool(settings.databaseUrl, {
    name: 'course-portal-figures',
    max: 1,
    connectMs: mostWaitMs,
    statementMs: mostWaitMs,
    idleMs: 60_000,
  });

  let queriedAt = Number.NEGATIVE_INFINITY;
  let lastQuery: Promise<void> = Promise.resolve();

  return {
    registry,

    async refresh(): Promise<void> {
      const { totalCount, idleCount, waitingCount } = database.$client;
      connections.set({ state: 'idle' }, idleCount);
      connections.set({ state: 'busy' }, totalCount - idleCount);
      pending.set(waitingCount);
      if (performance.now() - queriedAt >= freshMs) {
        queriedAt = performance.now();
        lastQuery = readFigures();
      }
      await lastQuery;
    },

    close: () => pool.end(),
  };

  async function readFigures(): Promise<void> {
    const found = await pool
      .query<Figure>(figuresQuery, [clock.now()])
      .then(({ rows }) => rows)
      .catch(() => undefined);
    up.set(found ? 1 : 0);
    for (const one of Object.values(gauges)) one.reset();
    // Resetting a gauge without labels would leave a misleading 0, so we remove it.
    gauges.lag.remove();
    for (const { figure, label, value } of found ?? []) {
      const [, , labelName] = metrics[figure];
      gauges[figure].set(labelName ? { [labelName]: label } : {}, value);
    }
  }
}

type Figure = { figure: keyof typeof metrics; label: string; value: number };

/** There are many completed jobs, so this query reads only those that run on a schedule. */
const figuresQuery = `
  with open as (
    select id, name, start_after <= now() as is_due, start_after, source_name
    from pgboss.job where state < 'active' and not blocked
  ), queues as (
    select queue.name,
      count(*) filter (where is_due) as waiting,
      count(*) filter (where not is_due) as planned,
      coalesce(extract(epoch from now() - min(start_after) filter (where is_due)), 0) as oldest
    from pgboss.queue left join open on open.name = queue.name
    where queue.name <> 'dead-jobs' and not starts_with(queue.name, '__pgboss__') group by queue.name
  )
  select 'waiting' as figure, name as label, waiting::float8 as value from queues
  union all select 'planned', name, planned from queues
  union all select 'oldest', name, oldest from queues
  union all select 'dead', coalesce(queues.name, source_name), count(source_name)
    from queues full join (select source_name from open where name = 'dead-jobs'
        and not exists (select from dismissed_problems where key = open.id::text)) dead
      on dead.source_name = queues.name
    group by 2
  union all select 'success', schedule.name, coalesce(extract(epoch from max(completed_on)), 0)
    from pgboss.schedule left join pgboss.job on job.name = schedule.name
      and job.state = 'completed' and job.output is null
    group by schedule.name
  union all select 'lag', '', coalesce(greatest(extract(epoch from $1::timestamptz - min(due_at)), 0), 0)
    from reminders where claimed_at is null
  union all select 'held', vendor, count(scope)
    from unnest(array['zoom', 'twilio', 'mail']) vendor
    left join holds on split_part(scope, ' ', 1) = vendor group by vendor
  union all select 'backup', step, extract(epoch from (facts->>'at')::timestamptz)
    from installation, jsonb_each(backups) backup (step, facts)`;
