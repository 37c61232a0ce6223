import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, openStudent } from '../../../tests/support/students.ts';
import type { Problem } from '../../contract/operations.ts';
import { holds, installation, reminders } from '../database/schema.ts';
import { sweepJob } from '../jobs/delete-old-records.ts';
import { timetable } from '../worker.ts';
import { openFigures } from './figures.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ isNew: true });
  await portal.queue.setTimetable(timetable);
});
afterAll(() => portal[Symbol.asyncDispose]());

const headers = () => ({ authorization: `Bearer ${portal.settings.metricsToken}` });
const scrape = async () => (await fetch(`${portal.url}/metrics`, { headers: headers() })).text();

function valueIn(text: string, sample: string): number | undefined {
  const [name = '', labels = ''] = sample.split(/[{}]/);
  const wanted = labels.match(/\w+="[^"]*"/g) ?? [];
  const lines = text.split('\n').filter((line) => /^\w+/.exec(line)?.[0] === name);
  const line = lines.find((one) => wanted.every((label) => one.includes(label)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')));
}
const counted = (sample: string) => async () => valueIn(await scrape(), sample) ?? 0;
const more = (than: number) => (value: number) => value > than;

async function figures(databaseUrl = portal.databaseUrl): Promise<string> {
  const settings = { ...portal.settings, databaseUrl };
  const opened = openFigures({ ...portal, settings });
  await opened.refresh();
  await opened.close();
  return opened.registry.metrics();
}

test('jobs and vendor calls are counted with their outcome and duration', async () => {
  const done = 'portal_job_duration_seconds_count{queue="sync-meeting",outcome="completed"}';
  const made =
    'portal_vendor_call_duration_seconds_count{vendor="zoom",call="POST /users/:id/meetings",outcome="ok"}';
  const before = [await counted(done)(), await counted(made)()] as const;
  await meetingsOf(portal).addMeeting('2026-12-05T00:00:00Z', { mayShareHost: true });
  await eventually(counted(done), more(before[0]));
  expect(await counted(made)()).toBeGreaterThan(before[1]);
  expect(await counted(done.replace('count', 'sum'))()).toBeGreaterThan(0);
  const capacity = made.replace('POST /users/:id/meetings', 'GET /users/:id/settings');
  expect(await counted(capacity)()).toBeGreaterThan(0);
});

test('a refused text is counted as refused, and its job as dead', async () => {
  // Twilio's own example of a number that doesn't exist.
  const student = await openStudent(portal, { phone: '+15005550001' });
  const refused = 'portal_messages_total{channel="text",outcome="refused"}';
  const before = await counted(refused)();
  await openClient(portal).post('/api/auth/login', { email: '+1 500 555 0001' });
  await eventually(counted(refused), more(before));
  const dead = 'portal_job_duration_seconds_count{queue="text-login-link",outcome="dead"}';
  await eventually(counted(dead), more(0));
  const call = 'portal_vendor_call_duration_seconds_count{vendor="twilio",outcome="refused"}';
  expect(await counted(call)()).toBeGreaterThan(0);
  await eventually(
    async () => valueIn(await figures(), 'portal_jobs_dead{queue="text-login-link"}'),
    (value) => value === 1,
  );
  // Dismissed problems don't count, or their alert would never end.
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const admin = openClient(portal, { session });
  const { body } = await admin.get('/api/admin/problems?kind=texts');
  const problem = body.groups[0].problems.find((one: Problem) => one.person?.id === student.id);
  const { key, happenedAt } = problem;
  const dismissal = { kind: 'texts', key, happenedAt, reason: 'A number of a test' };
  expect((await admin.post('/api/admin/problems/dismiss', dismissal)).status).toBe(200);
  expect(valueIn(await figures(), 'portal_jobs_dead{queue="text-login-link"}')).toBe(0);
  const { body: checks } = await admin.get('/api/admin/setup');
  expect(JSON.stringify(checks)).not.toContain('text-login-link');
});

test('an accepted email is counted as sent', async () => {
  const sent = 'portal_messages_total{channel="email",outcome="sent"}';
  const before = await counted(sent)();
  await openClient(portal).post('/api/auth/login', { email: 'alumni@demo.test' });
  await eventually(counted(sent), more(before));
});

test('jobs, reminders, holds and the timetable are read from the database', async () => {
  const { database, queue, clock } = portal;
  const empty = await figures();
  expect(valueIn(empty, 'portal_database_up')).toBe(1);
  expect(valueIn(empty, 'portal_reminders_lag_seconds')).toBe(0);
  expect(valueIn(empty, 'portal_vendor_holds{vendor="mail"}')).toBe(0);
  const lastSweep = 'portal_timetable_last_success_timestamp_seconds{entry="sweep"}';
  expect(valueIn(empty, lastSweep)).toBe(0);

  await queue.prepare([{ name: 'unheard', tries: 1, firstDelaySeconds: 1 }]);
  await database.execute(sql`
    insert into pgboss.job (name, data, start_after)
    values ('unheard', '{}', now() - interval '5 minutes'), ('unheard', '{}', now() + interval '1 hour')`);
  const student = await openStudent(portal);
  await student.choose(await addClassOn(portal, '2026-12-08'));
  const dueAt = new Date(clock.now().getTime() - 90_000);
  await database.update(reminders).set({ dueAt }).where(eq(reminders.personId, student.id));
  const at = new Date();
  await database.insert(holds).values({ scope: 'mail', reason: 'down', since: at, retryAt: at });
  await database.transaction((transaction) => queue.add(transaction, sweepJob, {}));

  await eventually(
    async () => valueIn(await figures(), lastSweep) ?? 0,
    (seconds) => Math.abs(seconds - Date.now() / 1000) < 60,
  );
  const full = await figures();
  await database.delete(holds);
  expect(valueIn(full, 'portal_jobs_waiting{queue="unheard"}')).toBe(1);
  expect(valueIn(full, 'portal_jobs_planned{queue="unheard"}')).toBe(1);
  expect(valueIn(full, 'portal_jobs_oldest_waiting_seconds{queue="unheard"}')).toBeGreaterThan(299);
  expect(valueIn(full, 'portal_reminders_lag_seconds')).toBeGreaterThanOrEqual(90);
  expect(valueIn(full, 'portal_vendor_holds{vendor="mail"}')).toBe(1);
});

test('a scrape without a database says so, and leaves out the database figures', async () => {
  const text = await figures('postgres://nobody@127.0.0.1:9/none');
  expect(valueIn(text, 'portal_database_up')).toBe(0);
  expect(valueIn(text, 'portal_jobs_waiting')).toBeUndefined();
  expect(valueIn(text, 'portal_reminders_lag_seconds')).toBeUndefined();
  expect(valueIn(text, 'portal_database_pool_connections{state="idle"}')).toBe(
    portal.database.$client.idleCount,
  );
});

test('frequent scrapes query the database at most once in ten seconds', async () => {
  const opened = openFigures(portal);
  await Promise.all([opened.refresh(), opened.refresh()]);
  await portal.database.insert(holds).values({
    scope: 'mail',
    reason: 'down',
    since: new Date(),
    retryAt: new Date(),
  });
  await opened.refresh();
  expect(valueIn(await opened.registry.metrics(), 'portal_vendor_holds{vendor="mail"}')).toBe(0);
  await portal.database.delete(holds);
  await opened.close();
});

test('a scrape says when a backup was last made', async () => {
  const made = { at: '2026-11-17T03:30:00.000Z', bytes: 7 };
  await portal.database.update(installation).set({ backups: { made } });
  expect(valueIn(await figures(), 'portal_backup_timestamp_seconds{step="made"}')).toBe(
    Date.parse(made.at) / 1000,
  );
});

test('the manual names exactly the portal’s metrics, and the alerts and the board no others', async () => {
  const manual = readFileSync('docs/operating/running.md', 'utf8');
  const [, chapter = ''] = manual.split('### Metrics and alerts');
  const [described = ''] = chapter.split('### Logs');
  const exported = new Set(
    [...(await scrape()).matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name),
  );
  const ours = [...exported].filter((name) => name.startsWith('portal_'));
  expect(namesIn(described).filter((name) => name.startsWith('portal_'))).toEqual(ours.sort());
  for (const file of ['prometheus/rules.yaml', 'grafana/portal.json']) {
    const named = namesIn(readFileSync(`deploy/${file}`, 'utf8'));
    expect(named.length).toBeGreaterThan(12);
    expect(named.filter((name) => !exported.has(name))).toEqual([]);
  }

  function namesIn(text: string): string[] {
    const names = text.match(/\b(?:portal|http|process|nodejs)_\w+/g) ?? [];
    return [...new Set(names.map(withoutSuffix))].sort();
  }

  function withoutSuffix(name: string): string {
    return exported.has(name) ? name : name.replace(/_(?:count|sum|bucket)$/, '');
  }
});
