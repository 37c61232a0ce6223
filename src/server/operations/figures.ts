import { Gauge, Registry } from 'prom-client';
import { openPool } from '../database/pool.ts';
import type { Services } from '../platform/services.ts';

type Deps = Pick<Services, 'settings' | 'database' | 'queue' | 'clock'>;

/** Scrapes that come sooner see the same figures again: however often somebody asks, the database is asked this often. */
const freshMs = 10_000;
const mostWaitMs = 2000;

/**
 * Figures that stand in the database, read when they are asked for, on one connection of their own: neither a full pool
 * nor a slow query here keeps the other from working. While the database does not answer they are left out.
 */
export function openFigures({ settings, database, queue, clock }: Deps) {
  const registry = new Registry();
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const up = gauge('portal_database_up', '1 if the database answered what these figures ask');
  const read = {
    waiting: gauge('portal_jobs_waiting', 'Jobs that could run and have not begun', 'queue'),
    oldest: gauge(
      'portal_jobs_oldest_waiting_seconds',
      'For how long the first of the jobs that could run has waited',
      'queue',
    ),
    planned: gauge('portal_jobs_planned', 'Jobs that wait for their time or next try', 'queue'),
    dead: gauge(
      'portal_jobs_dead',
      'Jobs that failed for good and that nobody has dismissed',
      'queue',
    ),
    success: gauge(
      'portal_timetable_last_success_timestamp_seconds',
      'When what recurs last succeeded; 0 if it has not within a week',
      'entry',
    ),
    lag: gauge(
      'portal_reminders_lag_seconds',
      'How late the first reminder is that is due and not yet handed to the queue',
    ),
    held: gauge(
      'portal_vendor_holds',
      'Kinds of work on hold because the vendor refuses them to everyone, or does not answer',
      'vendor',
    ),
  };
  const connections = gauge(
    'portal_database_pool_connections',
    'Connections of this node by pool and state: busy or idle',
    'pool',
    'state',
  );
  const pending = gauge(
    'portal_database_pool_waiting',
    'How many wait for a connection of the pool',
    'pool',
  );
  const pools = { requests: database.$client, locks: queue.lockPool };

  // What is lost is noticed by the next question.
  const pool = openPool(settings.databaseUrl, {
    name: 'course-portal-figures',
    max: 1,
    connectMs: mostWaitMs,
    statementMs: mostWaitMs,
    idleMs: 60_000,
  });

  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> = Promise.resolve();

  return {
    registry,

    async refresh(): Promise<void> {
      for (const [name, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        connections.set({ pool: name, state: 'idle' }, idleCount);
        connections.set({ pool: name, state: 'busy' }, totalCount - idleCount);
        pending.set({ pool: name }, waitingCount);
      }
      if (performance.now() - askedAt >= freshMs) {
        askedAt = performance.now();
        asking = ask();
      }
      await asking;
    },

    close: () => pool.end(),
  };

  async function ask(): Promise<void> {
    const found = await pool
      .query<Figure>(question, [clock.now()])
      .then(({ rows }) => rows)
      .catch(() => undefined);
    up.set(found ? 1 : 0);
    for (const one of Object.values(read)) one.reset();
    // Without labels a reset leaves a 0, which would be a statement.
    read.lag.remove();
    for (const { figure, label, value } of found ?? []) {
      const [labelName] = labelNames[figure];
      read[figure].set(labelName ? { [labelName]: label } : {}, value);
    }
  }
}

interface Figure {
  figure: keyof typeof labelNames;
  label: string;
  value: number;
}

const labelNames = {
  waiting: ['queue'],
  oldest: ['queue'],
  planned: ['queue'],
  dead: ['queue'],
  success: ['entry'],
  lag: [],
  held: ['vendor'],
} as const;

/** One statement, by indexes: jobs that are done, of which there are many, are not looked at but for those that recur. */
const question = `
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
    left join holds on split_part(scope, ' ', 1) = vendor group by vendor`;
