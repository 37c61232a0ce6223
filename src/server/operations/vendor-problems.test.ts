import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { rejectedWebhooks, sentMessages } from '../database/schema.ts';

let portal: Portal;
let problems: ReturnType<typeof problemsOf>;

beforeAll(async () => {
  portal = await openPortal({ isNew: true, runsJobs: false });
  problems = problemsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => problems.forgetAll());

test('webhooks without a signature are counted in one row, and not kept', async () => {
  const send = () => openClient(portal).post('/api/webhooks/zoom', { secret: 'do not keep' });
  await Promise.all(Array.from({ length: 30 }, send));
  const shown = await eventually(
    () => problems.of('webhooks'),
    ([one]) => one !== undefined,
  );
  expect(shown).toMatchObject([
    {
      what: expect.stringMatching(/from Zoom without/),
      advice: expect.stringContaining('ZOOM_WEBHOOK_SECRET'),
    },
  ]);
  const rows = await portal.database.select().from(rejectedWebhooks);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('do not keep');
});

test('it is a problem if most of the latest emails were rejected', async () => {
  const { database, clock } = portal;
  await database.execute('truncate sent_messages cascade');
  const mail = (n: number, status: 'sent' | 'failed') => ({
    key: `mail ${n}`,
    kind: 'schedule',
    about: {},
    channel: 'email' as const,
    recipient: 'x',
    status,
    problem: status === 'failed' ? 'Blocked.' : null,
    createdAt: clock.now(),
  });
  await database.insert(sentMessages).values([1, 2, 3].map((n) => mail(n, 'sent')));
  await database.insert(sentMessages).values([4, 5, 6].map((n) => mail(n, 'failed')));
  expect(await problems.of('failing-channels')).toEqual([]);
  await database.insert(sentMessages).values(mail(7, 'failed'));
  expect(await problems.of('failing-channels')).toMatchObject([
    { what: '4 of the last 7 emails were rejected', reason: 'Blocked.' },
  ]);
});

test('jobs that are more than ten minutes late are one problem', async () => {
  await portal.database.execute(
    sql`insert into pgboss.job (name, start_after)
        select 'sweep', now() - make_interval(mins => 9 + n) from generate_series(0, 4, 2) n`,
  );
  expect(await problems.of('late-jobs')).toMatchObject([{ what: '2 jobs are late' }]);
});
