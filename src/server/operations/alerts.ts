import { hostname } from 'node:os';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import { alerts, people } from '../database/schema.ts';
import { lateJobProblems } from '../jobs/dead-jobs.ts';
import { holdProblems } from '../jobs/holds.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { CheckServices } from './check-result.ts';
import { runChecks } from './checks.ts';
import { alertMail } from './messages.ts';
import type { ProblemRow } from './problem-rows.ts';
import { describeProblem } from './problem-texts.ts';

/**
 * Each source is a setup check or a query for problems. Email on hold isn't listed, because we couldn't send an alert
 * about it.
 */
const causes: [title: string, source: string | ((now: Date) => SQL), subject?: RegExp][] = [
  ['Background jobs are running late', lateJobProblems],
  // These patterns leave out a host's daily limit and countries that we can't text, because neither affects everyone.
  ['Work in Zoom is on hold', holdProblems, /^zoom(?! writes)/],
  ['Texts are on hold', holdProblems, /^twilio(?! to )/],
  ['There is no recent backup', 'Backup'],
  [`The disk on ${hostname()} is almost full`, 'Disk space'],
  [`The clock on ${hostname()} is wrong`, 'Clock'],
];

/** Problems that end sooner, for example after a restart, aren't worth an email. */
const patienceMs = 10 * MINUTE_MS;

/**
 * Emails admins about lasting problems, and again when they are resolved. This isn't a job, because it also reports
 * that jobs aren't running.
 */
export async function checkAlerts(services: CheckServices): Promise<void> {
  const { database, clock, queue } = services;
  const sentences = await Promise.all(causes.map((cause) => findSentence(services, cause)));
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended('alerts', 0))`);
    const now = clock.now();
    const known = await transaction.select().from(alerts);
    const isAdmin = and(eq(people.role, 'admin'), isNull(people.deactivatedAt));
    const admins = await transaction.select({ personId: people.id }).from(people).where(isAdmin);
    for (const [at, [cause, source]] of causes.entries()) {
      const old = known.find((alert) => alert.cause === cause);
      const sentence = sentences[at] ?? '';
      if (!sentence && !old?.sentence) continue;
      const since = old?.sentence ? old.since : now;
      const lastSentAt = old?.sentAt ?? new Date(0);
      const isDue = +now >= Math.max(+since + patienceMs, +lastSentAt + DAY_MS);
      const sentAt = sentence && isDue ? now : lastSentAt;
      const [alert, target] = [{ cause, sentence, since, sentAt }, alerts.cause];
      await transaction.insert(alerts).values(alert).onConflictDoUpdate({ target, set: alert });
      if (sentence ? !isDue : lastSentAt < since) continue;
      const page = typeof source === 'string' ? PAGES.setup : PAGES.problems;
      const about = { cause, sentAt: sentAt.toISOString(), isOver: !sentence, page };
      const mails = admins.map((admin) => ({ ...admin, ...about }));
      await alertMail.send(queue, transaction, mails);
    }
  });
}

async function findSentence(services: CheckServices, cause: (typeof causes)[number]) {
  const [, source, subject = /^/] = cause;
  if (typeof source === 'string') {
    const [check] = await runChecks(services, { only: source });
    return check?.state === 'ok' ? null : check?.sentence;
  }
  const { rows } = await services.database.execute<ProblemRow>(source(services.clock.now()));
  const row = rows.find((one) => subject.test(one.subject ?? ''));
  return row && [describeProblem(services, row).what, row.reason].filter(Boolean).join(': ');
}
