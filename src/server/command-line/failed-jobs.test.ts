import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../tests/support/client.ts';
import { environmentOf } from '../../../tests/support/command-line.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { auditLog, loginTokens, people } from '../database/schema.ts';
import { runCommandLine } from './run.ts';

let portal: Portal;
let environment: Record<string, string>;
beforeAll(async () => {
  portal = await openPortal();
  environment = environmentOf(portal);
  await signInOf(portal).allowOneAttempt('mail-welcome');
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(new Date());
  await portal.database.execute(sql`delete from pgboss.job where name = 'dead-jobs'`);
});

async function run(...typed: string[]) {
  const output: string[] = [];
  const say = (line: string) => void output.push(line);
  const code = await runCommandLine(typed, { environment, say, complain: say });
  return { code, output: output.join('\n') };
}

async function addWithFailedWelcome(email: string) {
  await portal.sandbox.refuseMail(true);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const ada = { firstName: 'Ada', lastName: 'Byron', startDate: '2026-11-20', role: 'alumni' };
  await openClient(portal, { session }).post('/api/admin/users', { ...ada, email });
  await signInOf(portal).finishJobs();
  await portal.sandbox.refuseMail(false);
  const [person] = await portal.database.select().from(people).where(eq(people.email, email));
  const { rows } = await portal.database.execute<{ id: string }>(
    sql`select id from pgboss.job where name = 'dead-jobs' and data->>'personId' = ${person?.id}::text`,
  );
  return { personId: person?.id ?? 0, jobId: rows[0]?.id ?? '' };
}

const audited = () =>
  portal.database
    .select({ action: auditLog.action, subject: auditLog.subject, actorId: auditLog.actorId })
    .from(auditLog)
    .where(eq(auditLog.via, 'command line'))
    .orderBy(asc(auditLog.id));

test('list-failed says so when nothing has failed', async () => {
  expect(await run('list-failed')).toEqual({ code: 0, output: 'No jobs have failed.' });
  expect(await run('retry-failed', '--all')).toEqual({ code: 0, output: 'No jobs have failed.' });
});

test('list-failed shows id, job, time, reason and person, but no address or link', async () => {
  const { personId, jobId } = await addWithFailedWelcome('listed@school.test');
  const { code, output } = await run('list-failed');
  expect(code).toBe(0);
  const [first = '', second = '', ...others] = output.split('\n');
  expect(first).toMatch(/ {2}mail-welcome {2}since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
  expect(first.startsWith(jobId)).toBe(true);
  expect(second).toMatch(new RegExp(`^ {2}person ${personId}: .*550`));
  expect(others).toEqual([]);
  expect(output).not.toContain('school.test');
});

test('retry-failed retries one message, leaves the others, and is audited', async () => {
  const one = await addWithFailedWelcome('one@school.test');
  const other = await addWithFailedWelcome('other@school.test');
  const before = (await audited()).length;
  expect(await run('retry-failed', one.jobId)).toEqual({ code: 0, output: 'Retrying 1 job.' });
  await messageTo(portal, 'one@school.test');
  const { output } = await run('list-failed');
  expect(output).toContain(other.jobId);
  expect(output).not.toContain(one.jobId);
  expect((await audited()).slice(before)).toEqual([
    { action: 'job: tried again', subject: `person:${one.personId}`, actorId: null },
  ]);
});

test('retry-failed sends a new link if the old one has expired', async () => {
  const { personId } = await addWithFailedWelcome('expired@school.test');
  const ofPerson = eq(loginTokens.personId, personId);
  await portal.database.update(loginTokens).set({ endedAt: new Date() }).where(ofPerson);
  expect((await run('retry-failed', '--all')).code).toBe(0);
  const token = tokenIn(await messageTo(portal, 'expired@school.test'));
  const opened = await openClient(portal).post('/api/auth/verify', { token });
  expect(opened.status).toBe(200);
});

test('retry-failed says why a message can’t be sent, and drops it', async () => {
  await portal.database.execute(
    sql`insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
        values ('dead-jobs', '{"personId": 999003, "tokenHash": ""}', 'mail-login-link', gen_random_uuid(), now(), 0, '{}')`,
  );
  expect((await run('retry-failed', '--all')).output).toBe(
    'Retrying 0 jobs.\nWe couldn’t send anything to person 999003: This account no longer exists.',
  );
  expect((await run('list-failed')).output).toBe('No jobs have failed.');
});

test('retry-failed retries all jobs that are not messages', async () => {
  const { database } = portal;
  for (const classId of [999_001, 999_002]) {
    await database.execute(
      sql`insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, source_output)
          values ('dead-jobs', ${JSON.stringify({ classId })}::jsonb, 'check-registrants', gen_random_uuid(), now(), 0, '{}')`,
    );
  }
  expect((await run('list-failed')).output).toContain('class 999001: No reason was kept.');
  expect((await run('retry-failed', '--all')).output).toBe('Retrying 2 jobs.');
  const { rows } = await database.execute(
    sql`select 1 from pgboss.job where name = 'check-registrants' and data->>'classId' in ('999001', '999002')`,
  );
  expect(rows).toHaveLength(2);
  expect((await run('list-failed')).output).toBe('No jobs have failed.');
});

test('retry-failed changes nothing if one of the ids is unknown', async () => {
  const { jobId } = await addWithFailedWelcome('kept@school.test');
  const unknown = 'cf1a9d5e-0000-4000-8000-000000000000';
  const before = await audited();
  expect(await run('retry-failed', jobId, unknown)).toEqual({
    code: 1,
    output: `There’s no failed job ${unknown}. Nothing was changed.`,
  });
  expect((await run('list-failed')).output).toContain(jobId);
  expect(await audited()).toEqual(before);
});
