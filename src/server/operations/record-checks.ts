import { eq, max, sql } from 'drizzle-orm';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { SHORT_LINK } from '../../course/pages.ts';
import { loginLinkText } from '../accounts/index.ts';
import { findNewest } from '../database/rows.ts';
import { roomEvents, sentMessages, webhookEvents } from '../database/schema.ts';
import { costlyCharacters, countSegments } from '../messages/text-words.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { shortNonceBytes } from '../platform/tokens.ts';
import { classText } from '../reminders/index.ts';
import { type CheckContext, type CheckResult, ok, problem, warning } from './check-result.ts';

export async function checkRetreatSite({ database, settings }: CheckContext): Promise<CheckResult> {
  const lastAt = await findLastWebhook(database, 'retreats');
  if (lastAt) return ok(`The last webhook arrived on ${lastAt.toISOString().slice(0, 10)}.`);
  return warning(
    `No webhook has arrived from the retreat site in the last ${settings.retentionDays.webhooks} days. Without webhooks, the portal doesn’t know who registered.`,
  );
}

/** If a report's events are over an hour newer than the last webhook, Zoom's webhooks aren't arriving. */
export async function checkMeetingEvents({ database }: CheckContext): Promise<CheckResult> {
  const lastAt = await findLastWebhook(database, 'zoom');
  const [reported] = await database
    .select({ at: max(roomEvents.at) })
    .from(roomEvents)
    .where(eq(roomEvents.source, 'report'));
  const isSilent = reported?.at && (!lastAt || +reported.at - +lastAt > HOUR_MS);
  if (isSilent) {
    return problem(
      'Zoom’s reports include people we never received an event for, so attendance doesn’t show up until the report arrives. Check the app’s event subscriptions and ZOOM_WEBHOOK_SECRET.',
    );
  }
  if (lastAt) return ok(`The last event arrived on ${lastAt.toISOString().slice(0, 10)}.`);
  return warning('No event has arrived yet. Check again after the first class.');
}

async function findLastWebhook(database: CheckContext['database'], source: 'retreats' | 'zoom') {
  const last = await findNewest(database, webhookEvents, { source }, webhookEvents.receivedAt);
  return last?.receivedAt ?? null;
}

export async function checkLastMail({ database }: CheckContext): Promise<CheckResult> {
  const isSettled = sql`channel = 'email' and status in ('sent', 'failed')`;
  const last = await findNewest(database, sentMessages, isSettled, sentMessages.id);
  if (!last) return warning('No email has gone out yet. Press Send Test Email on the Setup page.');
  const at = formatSpokenSlot(last.settledAt ?? last.createdAt);
  if (last.status === 'failed') return warning(`It failed on ${at}: “${last.problem}”.`);
  return ok(`The email server accepted it on ${at}, and said “${last.providerId ?? 'OK'}”.`);
}

export function checkTextLength({ settings, clock }: CheckContext): CheckResult {
  const { site, publicUrl, linkMinutes } = settings;
  const token = Buffer.alloc(shortNonceBytes).toString('base64url');
  const link = publicUrl + SHORT_LINK + token;
  const now = clock.now();
  const startsAt = new Date(now.getTime() + HOUR_MS);
  const login = countSegments(loginLinkText(site, { link, code: '123456', minutes: linkMinutes }));
  const reminder = countSegments(classText(site, { classNumber: 10, startsAt }, link, now));
  if (login + reminder === 2) return ok('A login link and a reminder each fit in one text.');
  const costly = costlyCharacters(site.organization);
  const why =
    costly.length > 0
      ? `ORGANIZATION contains ${costly.join(' ')}, which leaves less room in a text`
      : 'ORGANIZATION or PUBLIC_URL is long';
  return warning(
    `Some messages cost more than one text (login link: ${login}, reminder: ${reminder}), because ${why}.`,
  );
}
