import { desc, eq, sql } from 'drizzle-orm';
import { webhookEvents } from '../database/schema.ts';
import { listDeadJobs } from '../jobs/dead-jobs.ts';
import { reconcileMeetingsJob } from '../meetings/index.ts';
import { HOUR_SECONDS } from '../platform/clock.ts';
import { type CheckContext, type Finding, ok, problem, warning } from './finding.ts';

type Records = Pick<CheckContext, 'database'>;

async function findLastWebhook({ database }: Records, source: 'zoom' | 'retreats') {
  const [last] = await database
    .select({ at: webhookEvents.receivedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.source, source))
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(1);
  return last?.at.toISOString().slice(0, 10);
}

type Received = Pick<CheckContext, 'database' | 'settings'>;

export async function checkRetreatSite(context: Received): Promise<Finding> {
  const last = await findLastWebhook(context, 'retreats');
  if (last) return ok(`Its last webhook came on ${last}.`);
  return warning(
    `No webhook of the site has come in the last ${context.settings.retentionDays.webhooks} days: without them nobody’s retreat is known here.`,
  );
}

/** Zoom does not tell what an app has subscribed to: that something came has to do. */
export async function checkMeetingWebhooks(context: Received): Promise<Finding> {
  const last = await findLastWebhook(context, 'zoom');
  if (last) return ok(`Zoom’s last webhook came on ${last}.`);
  const { retentionDays, publicUrl } = context.settings;
  return warning(
    `Zoom has sent no webhook in the last ${retentionDays.webhooks} days. After the first class has been held, see that the app’s event subscription leads to ${publicUrl}/api/webhooks/zoom.`,
  );
}

const longestWaitMinutes = 10;

/** Jobs that could have run for a while. Those that wait for their next try are not among them. */
export async function checkQueue({ database }: Records): Promise<Finding> {
  const { rows } = await database.execute<{ waiting: number; late: number }>(
    sql`select count(*)::int as waiting,
          count(*) filter (where start_after < now() - make_interval(mins => ${longestWaitMinutes}))::int as late
        from pgboss.job where name <> 'dead-jobs' and state in ('created', 'retry')`,
  );
  const { waiting, late } = rows[0] ?? { waiting: 0, late: 0 };
  if (late > 0) {
    return problem(
      `${late} of ${waiting} have been due for more than ${longestWaitMinutes} minutes: does a node run, and does a vendor hang?`,
    );
  }
  return ok(waiting === 0 ? 'None waits.' : `${waiting} wait for their time or their next try.`);
}

export async function checkFailedJobs({ database }: Records): Promise<Finding> {
  const dead = await listDeadJobs(database);
  if (dead.length === 0) return ok('None has used up its tries.');
  const names = [...new Set(dead.map(({ job }) => job))].join(', ');
  return warning(
    `${dead.length} used up their tries (${names}): npm run portal -- list-failed says why.`,
  );
}

/** It runs every night, and with every start of a node. */
const nightSeconds = 26 * HOUR_SECONDS;

/** One that was put off is completed too, with a reason. */
export async function checkComparison({ database }: Records): Promise<Finding> {
  const { rows } = await database.execute<{ seconds: string | null }>(
    sql`select extract(epoch from now() - max(completed_on)) as seconds from pgboss.job
        where name = ${reconcileMeetingsJob.name} and state = 'completed' and output is null`,
  );
  const seconds = rows[0]?.seconds ?? null;
  if (seconds === null) return warning('Classes have not been compared with Zoom yet.');
  const hours = Math.floor(Number(seconds) / HOUR_SECONDS);
  if (Number(seconds) <= nightSeconds) return ok(`The last one ended ${hours} hours ago.`);
  return problem(`The last one that succeeded ended ${hours} hours ago: it should every night.`);
}
