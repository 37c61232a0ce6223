import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { checkOf } from '../../../tests/support/setup-checks.ts';
import { rejectedWebhooks, sentMessages, vendorStates } from '../database/schema.ts';
import { TextProblem } from '../integrations/texts/port.ts';
import { watchVendor } from '../integrations/watch-vendor.ts';
import { createLog } from '../platform/log.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let problems: ReturnType<typeof problemsOf>;

beforeAll(async () => {
  portal = await openPortal({ isNew: true, runsJobs: false });
  world = meetingsOf(portal);
  problems = problemsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => problems.forgetAll());

test('webhooks without a signature are counted in one row, whoever sends how many, and nothing of them is kept', async () => {
  const send = () => openClient(portal).post('/api/webhooks/zoom', { secret: 'do not keep' });
  await Promise.all(Array.from({ length: 30 }, send));
  const shown = await eventually(
    () => problems.of('webhooks'),
    ([one]) => one !== undefined,
  );
  expect(shown).toMatchObject([{ what: expect.stringMatching(/in the name of Zoom without/) }]);
  const rows = await portal.database.select().from(rejectedWebhooks);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('do not keep');
});

test('webhooks that were rejected in the last day are named where they were expected', async () => {
  await portal.database.delete(rejectedWebhooks);
  const now = portal.clock.now();
  const rejected = { why: 'untrusted', count: 3, firstAt: now, lastAt: now } as const;
  await portal.database.insert(rejectedWebhooks).values([
    { ...rejected, source: 'zoom' },
    { ...rejected, source: 'twilio' },
  ]);
  const events = () => checkOf('Zoom events', portal);
  const sender = () => checkOf('Sender of reminders', portal);
  expect(await events()).toMatch(
    /^warning: The portal rejected webhooks in the last day, most recently on .* at 10:00 AM PT, because .*: ZOOM_WEBHOOK_SECRET may not/,
  );
  expect(await sender()).toMatch(
    /^warning: The portal rejected webhooks .*: PUBLIC_URL may differ/,
  );
  const yesterday = new Date(now.getTime() - 25 * 60 * 60 * 1000);
  await portal.database.update(rejectedWebhooks).set({ firstAt: yesterday, lastAt: yesterday });
  expect([await events(), await sender()]).not.toContainEqual(expect.stringContaining('rejected'));
});

test('a vendor that does not answer is shown after two minutes, until it answers', async () => {
  await portal.zoom.findHost(portal.settings.meetings.hostUser);
  await world.faults({ down: true });
  const ask = () =>
    portal.zoom.find(portal.settings.meetings.hostUser, '81234567890').catch(() => null);
  await ask();
  await eventually(
    () => portal.database.execute(sql`select from vendor_states where failing_since is not null`),
    ({ rowCount }) => rowCount === 1,
  );
  expect(await problems.of('vendors')).toEqual([]);
  portal.clock.moveOn(150_000);
  expect(await problems.of('vendors')).toMatchObject([
    { what: 'Zoom does not answer', since: expect.any(String) },
  ]);
  await world.faults();
  await ask();
  await eventually(
    () => problems.of('vendors'),
    (all) => all.length === 0,
  );
});

test('the dashboard and Setup warn when most of the last mails were refused', async () => {
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
  const titles = async () =>
    (await (await problems.call()).get('/api/admin/notices')).body.map(
      ({ title }: { title: string }) => title,
    );
  await database.insert(sentMessages).values([1, 2, 3].map((n) => mail(n, 'sent')));
  await database.insert(sentMessages).values([4, 5, 6].map((n) => mail(n, 'failed')));
  expect(await titles()).toEqual([]);
  await database.insert(sentMessages).values(mail(7, 'failed'));
  expect(await titles()).toEqual(['Most mails are refused']);
  expect(await checkOf('Mail server', portal)).toMatch(/^warning: 4 of the last 7 mails .*Blocked/);
});

test('a limit of the texts is shown until it is over, one of seconds never, and the next success ends it', async () => {
  const { database, clock } = portal;
  let answer: () => Promise<void> = async () => {};
  const log = createLog('error');
  const watched = watchVendor({ database, clock, log }, 'twilio', { send: () => answer() });
  const busyFor = (seconds: number) => async () => {
    throw new TextProblem('busy', 'As many texts as it may in a day', seconds);
  };
  const stateAfter = async (
    call: () => Promise<void>,
    isNoted: (until: Date | null) => boolean,
  ) => {
    answer = call;
    await watched.send().catch(() => undefined);
    const read = async () => (await database.select().from(vendorStates))[0];
    await eventually(read, (row) => row !== undefined && isNoted(row.limitedUntil));
    return problems.of('limits');
  };
  expect(await stateAfter(busyFor(30), (until) => until === null)).toEqual([]);
  expect(await stateAfter(busyFor(3600), (until) => until !== null)).toMatchObject([
    { what: 'Texts by Twilio', reason: 'As many texts as it may in a day' },
  ]);
  expect((await problems.retry('limits', 'twilio')).status).toBe(200);
  expect(
    await stateAfter(
      async () => {},
      (until) => until === null,
    ),
  ).toEqual([]);
});

test('jobs that nobody has begun for more than ten minutes are one problem', async () => {
  await portal.database.execute(
    sql`insert into pgboss.job (name, start_after)
        select 'sweep', now() - make_interval(mins => 9 + n) from generate_series(0, 4, 2) n`,
  );
  expect(await problems.of('late-jobs')).toMatchObject([{ what: '2 jobs are late' }]);
});
