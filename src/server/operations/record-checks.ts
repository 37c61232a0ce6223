import { desc, eq, max, sql } from 'drizzle-orm';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { SHORT_LINK } from '../../course/pages.ts';
import { roomEvents, webhookEvents } from '../database/schema.ts';
import { listOpenDeadJobs } from '../jobs/dead-jobs.ts';
import { lateAfterMinutes } from '../jobs/late-jobs.ts';
import { reconcileMeetingsJob } from '../meetings/index.ts';
import { costlyCharacters, countSegments } from '../messaging/text-length.ts';
import { findTextTrouble } from '../messaging/text-trouble.ts';
import { HOUR_MS, HOUR_SECONDS } from '../platform/clock.ts';
import { listRecentRejections } from '../platform/rejected-webhooks.ts';
import { shortNonceBytes } from '../platform/tokens.ts';
import type { WebhookSource } from '../platform/webhooks.ts';
import { classText } from '../reminders/index.ts';
import { loginLinkText } from '../sign-in/index.ts';
import { type CheckContext, type Finding, ok, problem, warning } from './finding.ts';

type Records = Pick<CheckContext, 'database'>;

export async function checkRetreatSite({
  database,
  settings,
}: Pick<CheckContext, 'database' | 'settings'>): Promise<Finding> {
  const lastAt = await findLastWebhook(database, 'retreats');
  if (lastAt) return ok(`Its last webhook came on ${lastAt.toISOString().slice(0, 10)}.`);
  return warning(
    `No webhook has arrived from the retreat site in the last ${settings.retentionDays.webhooks} days. Without webhooks, the portal cannot know who registered.`,
  );
}

/** Null, or a sentence about webhooks of the last day that the portal did not accept. */
export async function describeRejected(
  { database, clock }: Pick<CheckContext, 'database' | 'clock'>,
  source: WebhookSource,
  likelyCause: string,
): Promise<string | null> {
  const rejections = await listRecentRejections(database, source, clock.now());
  const [last] = rejections;
  if (!last) return null;
  const when = formatSpokenSlot(last.lastAt);
  return last.why === 'untrusted'
    ? `The portal rejected webhooks in the last day, most recently on ${when}, because their signature or time was wrong: ${likelyCause}.`
    : `The portal rejected webhooks in the last day, most recently on ${when}, because it could not read them.`;
}

/** A report names whoever came; of each of them there should have been an event before. */
export async function checkMeetingEvents({
  database,
  clock,
}: Pick<CheckContext, 'database' | 'clock'>): Promise<Finding> {
  const rejected = await describeRejected(
    { database, clock },
    'zoom',
    'ZOOM_WEBHOOK_SECRET may not be the secret token of the app',
  );
  const lastAt = await findLastWebhook(database, 'zoom');
  const [reported] = await database
    .select({ at: max(roomEvents.at) })
    .from(roomEvents)
    .where(eq(roomEvents.source, 'report'));
  const isSilent = reported?.at && (!lastAt || +reported.at - +lastAt > HOUR_MS);
  if (isSilent) {
    return problem(
      rejected ??
        'Zoom’s reports name people of whom no event came: attendance is known only after the report. Look at the app’s event subscriptions and at ZOOM_WEBHOOK_SECRET.',
    );
  }
  if (rejected) return warning(rejected);
  if (lastAt) return ok(`The last one came on ${lastAt.toISOString().slice(0, 10)}.`);
  return warning('None has arrived yet. After the first class you will see whether they do.');
}

async function findLastWebhook(database: Records['database'], source: 'retreats' | 'zoom') {
  const [last] = await database
    .select({ at: webhookEvents.receivedAt })
    .from(webhookEvents)
    .where(eq(webhookEvents.source, source))
    .orderBy(desc(webhookEvents.receivedAt))
    .limit(1);
  return last?.at ?? null;
}

export async function checkQueue({ database }: Records): Promise<Finding> {
  const { rows } = await database.execute<{ waiting: number; late: number }>(
    sql`select count(*)::int as waiting,
          count(*) filter (where start_after < now() - make_interval(mins => ${lateAfterMinutes}))::int as late
        from pgboss.job where name <> 'dead-jobs' and state in ('created', 'retry')`,
  );
  const { waiting, late } = rows[0] ?? { waiting: 0, late: 0 };
  if (late > 0) {
    return problem(
      `${late} of ${waiting} have been due for more than ${lateAfterMinutes} minutes: does a node run, and does a vendor hang?`,
    );
  }
  if (waiting === 1) return ok('One waits for its time or its next try.');
  return ok(
    waiting === 0 ? 'None is waiting.' : `${waiting} are waiting for their time or their next try.`,
  );
}

export async function checkFailedJobs({ database }: Records): Promise<Finding> {
  const dead = await listOpenDeadJobs(database);
  if (dead.length === 0) return ok('No job has failed for good.');
  const names = [...new Set(dead)].join(', ');
  return warning(
    `${dead.length} used up their tries (${names}): the page Problems, or list-failed on the command line, says why.`,
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
  if (hours === 0) return ok('The last one ended less than an hour ago.');
  if (Number(seconds) <= nightSeconds) return ok(`The last one ended ${hours} hours ago.`);
  return problem(`The last one that succeeded ended ${hours} hours ago: it should every night.`);
}

export async function checkTextDelivery({ database }: Records): Promise<Finding> {
  const { held, undelivered, isAnyDelivered } = await findTextTrouble(database);
  if (held.length > 0) return problem(held.join(' '));
  if (undelivered) return warning(undelivered);
  return ok(isAnyDelivered ? 'Texts are getting through.' : 'No text has been delivered yet.');
}

/** The texts that are sent most, with the names and the address of this portal, at their longest. */
export function checkTextLength({
  settings,
  clock,
}: Pick<CheckContext, 'settings' | 'clock'>): Finding {
  const { site, publicUrl, linkMinutes } = settings;
  const token = Buffer.alloc(shortNonceBytes).toString('base64url');
  const link = publicUrl + SHORT_LINK + token;
  const now = clock.now();
  const startsAt = new Date(now.getTime() + HOUR_SECONDS * 1000);
  const login = countSegments(loginLinkText(site, { link, code: '123456', minutes: linkMinutes }));
  const reminder = countSegments(classText(site, { classNumber: 10, startsAt }, link, now));
  if (login + reminder === 2) return ok('A login link and a reminder are one text each.');
  const costly = costlyCharacters(site.organisation);
  const why =
    costly.length > 0
      ? `ORGANISATION has ${costly.join(' ')}, which plain texts have no sign for`
      : 'ORGANISATION or PUBLIC_URL is long';
  return warning(`A login link is paid for as ${login}, a reminder as ${reminder} texts: ${why}.`);
}
