import { desc, eq, max, sql } from 'drizzle-orm';
import { SHORT_LINK } from '../../course/pages.ts';
import { loginLinkText } from '../accounts/index.ts';
import { roomEvents, webhookEvents } from '../database/schema.ts';
import { reconcileMeetingsJob } from '../meetings/index.ts';
import { costlyCharacters, countSegments } from '../messages/text-words.ts';
import { HOUR_MS, HOUR_SECONDS } from '../platform/clock.ts';
import { shortNonceBytes } from '../platform/tokens.ts';
import { classText } from '../reminders/index.ts';
import { type CheckContext, type CheckResult, ok, problem, warning } from './check-result.ts';

type Records = Pick<CheckContext, 'database'>;

export async function checkRetreatSite({
  database,
  settings,
}: Pick<CheckContext, 'database' | 'settings'>): Promise<CheckResult> {
  const lastAt = await findLastWebhook(database, 'retreats');
  if (lastAt) return ok(`Its last webhook came on ${lastAt.toISOString().slice(0, 10)}.`);
  return warning(
    `No webhook has arrived from the retreat site in the last ${settings.retentionDays.webhooks} days. Without webhooks, the portal cannot know who registered.`,
  );
}

/** A report names whoever came; of each of them there should have been an event before. */
export async function checkMeetingEvents({ database }: Records): Promise<CheckResult> {
  const lastAt = await findLastWebhook(database, 'zoom');
  const [reported] = await database
    .select({ at: max(roomEvents.at) })
    .from(roomEvents)
    .where(eq(roomEvents.source, 'report'));
  const isSilent = reported?.at && (!lastAt || +reported.at - +lastAt > HOUR_MS);
  if (isSilent) {
    return problem(
      'Zoom’s reports name people of whom no event came: attendance is known only after the report. Look at the app’s event subscriptions and at ZOOM_WEBHOOK_SECRET.',
    );
  }
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

/** It runs every night, and with every start of a node. */
const nightSeconds = 26 * HOUR_SECONDS;

/** One that was put off is completed too, with a reason. */
export async function checkComparison({ database }: Records): Promise<CheckResult> {
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

/** The texts that are sent most, with the names and the address of this portal, at their longest. */
export function checkTextLength({
  settings,
  clock,
}: Pick<CheckContext, 'settings' | 'clock'>): CheckResult {
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
