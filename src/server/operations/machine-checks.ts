import { sql } from 'drizzle-orm';
import { installation } from '../database/schema.ts';
import { withStandby } from '../database/standby.ts';
import { DAY_MS, HOUR_MS } from '../platform/clock.ts';
import { type CheckContext, type CheckResult, ok, problem, warning } from './check-result.ts';

export function checkPublicUrl({ settings }: CheckContext): CheckResult {
  if (settings.publicUrl.startsWith('https:')) return ok('People reach the portal over https.');
  return warning(
    'PUBLIC_URL doesn’t start with https, so links and cookies are sent unencrypted. That’s fine only on your own computer.',
  );
}

export function checkNames({ settings }: CheckContext): CheckResult {
  const { organization, parentOrganization, courseShortName, retreatCode } = settings.site;
  const { from, replyTo } = settings.mail;
  return ok(
    `People see “${organization}”, “${parentOrganization}” and “${courseShortName}”. Emails come from ${from}, and replies go to ${replyTo}. The retreat code is ${retreatCode}.`,
  );
}

/** Nodes serve plain HTTP, so an https URL means there is a proxy in front. */
export function checkProxy({ settings, forwarding }: CheckContext): CheckResult {
  const last = forwarding?.last() ?? null;
  if (!settings.trustedProxies) {
    if (last === null && !settings.publicUrl.startsWith('https:')) return ok('There is no proxy.');
    return warning(
      'TRUSTED_PROXIES isn’t set, so everyone behind the proxy shares one IP address and one rate limit.',
    );
  }
  if (!forwarding) {
    return ok(
      'TRUSTED_PROXIES is set. The Setup page shows whether the proxy forwards IP addresses.',
    );
  }
  if (last === 'believed') return ok('The proxy is trusted and forwards IP addresses.');
  if (last === 'ignored') {
    return warning(
      'The last X-Forwarded-For header came from an IP address that isn’t in TRUSTED_PROXIES, so we ignored it.',
    );
  }
  return warning(
    'TRUSTED_PROXIES is set, but no request has had an X-Forwarded-For header since this node started.',
  );
}

const smallDifferenceMs = 2_000;
const largeDifferenceMs = 60_000;

export async function checkClock({ database, machine }: CheckContext): Promise<CheckResult> {
  const askedAt = machine.now().getTime();
  const { rows } = await database.execute<{ ms: string }>(
    sql`select extract(epoch from clock_timestamp()) * 1000 as ms`,
  );
  const answeredAt = machine.now().getTime();
  const there = Number(rows[0]?.ms);
  const difference = Math.max(askedAt - there, there - answeredAt, 0);
  if (difference <= smallDifferenceMs)
    return ok('This machine and the database agree on the time.');
  const sentence = `This machine’s clock and the database’s differ by ${Math.round(difference / 1000)} seconds. Use NTP to synchronize both clocks.`;
  return difference <= largeDifferenceMs ? warning(sentence) : problem(sentence);
}

export async function checkStandby(context: CheckContext): Promise<CheckResult | null> {
  if (!context.standby) return null;
  const { database } = await withStandby(context);
  if (database === context.standby) return ok('Lists and exports are read from the standby.');
  return warning(
    'The standby at DATABASE_READ_URL can’t be reached or isn’t up to date, so lists and exports are read from the database itself.',
  );
}

export async function checkDisk({ findSpace }: CheckContext): Promise<CheckResult> {
  const { bavail, blocks, bsize } = await findSpace('/');
  const [free, total] = [bavail * bsize, blocks * bsize];
  if (free >= Math.min(total / 10, 5e9)) return ok('There is enough free space.');
  return warning(
    `This machine’s disk has only ${(free / 1e9).toFixed(1)} GB left. Delete what you don’t need, or get a larger disk.`,
  );
}

const freshBackupMs = 2 * DAY_MS;
const oldBackupMs = 7 * DAY_MS;

/** Uses the record in the database, because the backups themselves may be on another machine. */
export async function checkBackup({ settings, database, machine }: CheckContext) {
  if (!settings.backup.directory) {
    return ok('BACKUP_DIR isn’t set. Make sure that something else backs up the database.');
  }
  const [row] = await database.select().from(installation);
  const { made, failed, verified } = row?.backups ?? {};
  if (failed && failed.at > (made?.at ?? '')) {
    return problem(`The backup or restore on ${failed.at.slice(0, 10)} failed: ${failed.problem}`);
  }
  if (!made)
    return warning(
      'There is no backup yet. Run portal backup, and schedule it to run every night.',
    );
  const age = machine.now().getTime() - Date.parse(made.at);
  const restored = verified
    ? `A restore was last verified on ${verified.at.slice(0, 10)}.`
    : 'No restore has been verified yet: run portal restore --verify.';
  const hours = Math.floor(age / HOUR_MS);
  const sentence = `The last backup is ${hours} ${hours === 1 ? 'hour' : 'hours'} old (${(Number(made.bytes) / 1e6).toFixed(1)} MB). ${restored}`;
  if (age <= freshBackupMs) return ok(sentence);
  return age <= oldBackupMs ? warning(sentence) : problem(sentence);
}
