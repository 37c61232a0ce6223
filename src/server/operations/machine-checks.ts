import { stat } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { type CheckContext, type CheckResult, ok, problem, warning } from './check-result.ts';

export function checkPublicUrl({ settings }: Pick<CheckContext, 'settings'>): CheckResult {
  if (settings.publicUrl.startsWith('https:')) return ok('People reach the portal by https.');
  return warning(
    'PUBLIC_URL does not begin with https, so links and cookies are sent unencrypted. That is fine only on your own computer.',
  );
}

/** What people are going to read, before the first mail goes out. */
export function checkNames({ settings }: Pick<CheckContext, 'settings'>): CheckResult {
  const { organisation, parentOrganisation, courseShortName, retreatCode } = settings.site;
  const { from, replyTo } = settings.mail;
  return ok(
    `People read “${organisation}”, “${parentOrganisation}” and “${courseShortName}”. Mail comes from ${from}, and replies go to ${replyTo}. The retreat code is ${retreatCode}.`,
  );
}

/** A node speaks http only, so where people use https a proxy stands in front. */
export function checkProxy({
  settings,
  forwarding,
}: Pick<CheckContext, 'settings' | 'forwarding'>): CheckResult {
  const last = forwarding?.last() ?? null;
  if (!settings.trustedProxies) {
    if (last === null && !settings.publicUrl.startsWith('https:')) return ok('There is none.');
    return warning(
      'TRUSTED_PROXIES is not set: everybody behind the proxy counts as one sender, with one limit for all.',
    );
  }
  if (!forwarding) {
    return ok(
      'TRUSTED_PROXIES is set; the page Setup shows whether the proxy passes on addresses.',
    );
  }
  if (last === 'believed') return ok('It is trusted and passes on whom requests come from.');
  if (last === 'ignored') {
    return warning(
      'The last X-Forwarded-For came from an address that TRUSTED_PROXIES does not name, and was ignored.',
    );
  }
  return warning(
    'TRUSTED_PROXIES is set, but since this node started no request came with X-Forwarded-For.',
  );
}

const smallDifferenceMs = 2_000;
const largeDifferenceMs = 60_000;

export async function checkClock({
  database,
  machine,
}: Pick<CheckContext, 'database' | 'machine'>): Promise<CheckResult> {
  const askedAt = machine.now().getTime();
  const { rows } = await database.execute<{ ms: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  const answeredAt = machine.now().getTime();
  const there = Number(rows[0]?.ms);
  // Somewhere between question and answer the database looked at its clock.
  const difference = Math.max(askedAt - there, there - answeredAt, 0);
  if (difference <= smallDifferenceMs)
    return ok('This machine and the database agree on the time.');
  const sentence = `It differs from the database’s by ${Math.round(difference / 1000)} seconds: set both by NTP.`;
  return difference <= largeDifferenceMs ? warning(sentence) : problem(sentence);
}

/** Of a backup that is taken every day. */
const freshBackupMs = 26 * HOUR_MS;
const oldBackupMs = 7 * DAY_MS;

export async function checkBackup({
  settings,
  machine,
}: Pick<CheckContext, 'settings' | 'machine'>): Promise<CheckResult | null> {
  if (!settings.backupFile) return null;
  const found = await stat(settings.backupFile).catch(() => null);
  if (!found) return problem('There is no file at BACKUP_FILE, or the portal may not look at it.');
  if (found.size === 0) return problem('The file at BACKUP_FILE is empty.');
  const age = machine.now().getTime() - found.mtimeMs;
  if (age <= freshBackupMs) return ok('The last one is less than a day old, or little more.');
  const sentence = `The last one is ${Math.floor(age / HOUR_MS)} hours old.`;
  return age <= oldBackupMs ? warning(sentence) : problem(sentence);
}
