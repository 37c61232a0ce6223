import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toHtml } from '../../../scripts/markdown.ts';
import { messageTo, openClient } from '../../../tests/support/client.ts';
import { alreadyDid } from '../../../tests/support/limits.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { checkOf, checkSetup } from '../../../tests/support/setup-checks.ts';
import { classes, roomEvents, webhookEvents } from '../database/schema.ts';
import { openStandby } from '../database/standby.ts';
import { HOUR_MS, machineClock } from '../platform/clock.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterAll(() => portal[Symbol.asyncDispose]());

async function admin(of = portal) {
  const [, session = ''] = (await of.cookieOf('admin@demo.test')).split('=');
  return openClient(of, { session });
}

test('every check has a state, a message, and an existing chapter', async () => {
  const { status, body } = await (await admin()).get('/api/admin/setup');
  expect(status).toBe(200);
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    'Version',
    'Public URL',
    'Names and email addresses',
    'Reverse proxy',
    'Clock',
    'Disk space',
    'Backup',
    'Email server',
    'Last email',
    'Zoom app',
    'Zoom host',
    'Zoom events',
    'Twilio account',
    'Login text sender',
    'Reminder sender',
    'Text length',
    'Retreat site',
  ]);
  const manual = ['docs/operating.md', 'docs/operating/running.md']
    .map((file) => toHtml(readFileSync(file, 'utf8'), { hasAnchors: true }))
    .join('');
  for (const { sentence, chapter } of body) {
    expect(sentence).toMatch(/^\S.+\.$|: does .+\?$/);
    expect(manual).toContain(` id="${chapter}"`);
  }
});

test('no key or password leaks into the checks', async () => {
  const { mail, texts, meetings } = portal.settings;
  const broken = {
    mail: { ...mail, url: 'smtp://portal%40school.test:hidden-password@127.0.0.1:9' },
    texts: {
      ...texts,
      baseUrl: 'http://127.0.0.1:9',
      messagingUrl: 'http://127.0.0.1:9',
      authToken: 'hidden-auth-token',
    },
    meetings: { ...meetings, oauthUrl: 'http://127.0.0.1:9', clientSecret: 'hidden-secret' },
  };
  const said = JSON.stringify(await checkSetup(portal, { settings: broken }));
  expect(said).toContain('"problem"');
  expect(said).not.toMatch(/hidden|school\.test/);
  expect(said).not.toContain(portal.settings.linkKey);
});

test('a standby that can’t be reached is a warning', async () => {
  const standby = openStandby('postgres://portal:wrong@127.0.0.1:9/school');
  expect(await checkOf('Standby', portal, { standby })).toMatch(/^warning: The standby at/);
  await standby.$client.end();
});

test('a check that times out is a problem, and does not affect the others', async () => {
  const mailer = {
    send: async () => '',
    close: () => {},
    check: () => new Promise<never>(() => {}),
  };
  const checks = await checkSetup(portal, { mailer, timeoutMs: 1_500 });
  const mail = checks.find(({ name }) => name === 'Email server');
  expect(mail?.sentence).toBe('This check failed: no response within 1.5 seconds.');
  expect(checks.find(({ name }) => name === 'Clock')?.state).toBe('ok');
});

test('a public address without https is a warning', async () => {
  expect(await checkOf('Public URL', portal)).toMatch(
    /^warning: PUBLIC_URL doesn’t start with https/,
  );
  const settings = { publicUrl: 'https://portal.test' };
  expect(await checkOf('Public URL', portal, { settings })).toMatch(/^ok: /);
});

test('a proxy has to be trusted and forward addresses', async () => {
  const https = { publicUrl: 'https://portal.test' };
  const named = { ...https, trustedProxies: ['10.0.0.1'] };
  const seen = (last: 'believed' | 'ignored' | null) => ({ last: () => last });
  const proxy = (...[broken]: [Parameters<typeof checkSetup>[1]]) =>
    checkOf('Reverse proxy', portal, broken);
  expect(await proxy({})).toBe('ok: There is no proxy.');
  expect(await proxy({ settings: https })).toMatch(/^warning: TRUSTED_PROXIES isn’t set/);
  expect(await proxy({ forwarding: seen('ignored') })).toMatch(
    /^warning: TRUSTED_PROXIES isn’t set/,
  );
  expect(await proxy({ settings: named })).toMatch(/^ok: TRUSTED_PROXIES is set/);
  expect(await proxy({ settings: named, forwarding: seen('believed') })).toMatch(/^ok: /);
  expect(await proxy({ settings: named, forwarding: seen('ignored') })).toMatch(
    /^warning: .*ignored/,
  );
  expect(await proxy({ settings: named, forwarding: seen(null) })).toMatch(
    /^warning: .*no request/,
  );
});

test('the page knows from its own requests whether the proxy is trusted', async () => {
  const proxyOf = async (trusted: string) => {
    await using behind = await openPortal({ environment: { TRUSTED_PROXIES: trusted } });
    const headers = {
      cookie: await behind.cookieOf('admin@demo.test'),
      'x-forwarded-for': '203.0.113.1',
    };
    const answer = await fetch(`${behind.url}/api/admin/setup`, { headers });
    const checks = (await answer.json()) as { name: string; sentence: string }[];
    return checks.find(({ name }) => name === 'Reverse proxy')?.sentence;
  };
  expect(await proxyOf('127.0.0.1')).toMatch(/^The proxy is trusted/);
  expect(await proxyOf('10.9.9.9')).toMatch(/we ignored it\.$/);
});

test('a clock that differs from the database’s is a warning, and a problem above one minute', async () => {
  const machine = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
  expect(await checkOf('Clock', portal)).toMatch(/^ok: /);
  expect(await checkOf('Clock', portal, { machine: machine(-20_000) })).toMatch(
    /^warning: .* by (19|20) seconds/,
  );
  expect(await checkOf('Clock', portal, { machine: machine(300_000) })).toMatch(/^problem: /);
});

test('a disk is almost full below a tenth, but not with 5 GB left', async () => {
  const disk = (free: number, total: number) =>
    checkOf('Disk space', portal, {
      findSpace: async () => ({ bavail: free, blocks: total, bsize: 1e9 }),
    });
  expect(await disk(3, 20)).toMatch(/^ok: /);
  expect(await disk(1, 20)).toMatch(/^warning: This machine’s disk has only 1\.0 GB left/);
  expect(await disk(6, 4000)).toMatch(/^ok: /);
});

test('backups are checked by what the database recorded about them', async () => {
  const { database, settings } = portal;
  const backup = () =>
    checkOf('Backup', portal, { settings: { backup: { ...settings.backup, directory: '/any' } } });
  const record = async (kind: 'made' | 'failed' | 'verified', hours: number) => {
    const at = new Date(machineClock.now().getTime() - hours * HOUR_MS);
    const facts = { at, bytes: 2_340_000, problem: 'The disk is full.' };
    await database.execute(
      sql`update installation set backups = coalesce(backups, '{}') || ${JSON.stringify({ [kind]: facts })}::jsonb`,
    );
  };
  expect(await checkOf('Backup', portal)).toMatch(/^ok: BACKUP_DIR isn’t set/);
  expect(await backup()).toMatch(/^warning: There is no backup yet/);
  await record('made', 30);
  expect(await backup()).toBe(
    'ok: The last backup is 30 hours old (2.3 MB). No restore has been verified yet: run portal restore --verify.',
  );
  await record('verified', 30);
  expect(await backup()).toMatch(/^ok: .* A restore was last verified on \d{4}-\d\d-\d\d\.$/);
  await record('made', 50);
  expect(await backup()).toMatch(/^warning: The last backup is 50 hours old/);
  await record('made', 200);
  expect(await backup()).toMatch(/^problem: The last backup is 200 hours old/);
  await record('failed', 1);
  expect(await backup()).toMatch(
    /^problem: The backup or restore on [\d-]+ failed: The disk is full\.$/,
  );
  await record('made', 0.5);
  expect(await backup()).toMatch(/^ok: /);
});

test('missing Zoom events are a warning, and a problem once a report lists people without events', async () => {
  expect(await checkOf('Zoom events', portal)).toMatch(/^warning: No event has arrived yet/);
  const at = new Date('2026-11-09T00:00:00Z');
  const [courseClass] = await portal.database.select().from(classes).limit(1);
  const seen = { kind: 'joined', instanceId: 'i', connectionId: 'c' } as const;
  await portal.database
    .insert(roomEvents)
    .values({ ...seen, classId: courseClass?.id ?? 0, source: 'report', at });
  expect(await checkOf('Zoom events', portal)).toMatch(/^problem: .*ZOOM_WEBHOOK_SECRET\.$/);
  const event = { source: 'zoom', key: 'joined', receivedAt: at } as const;
  await portal.database.insert(webhookEvents).values(event);
  expect(await checkOf('Zoom events', portal)).toBe('ok: The last event arrived on 2026-11-09.');
});

test('the retreat site is a warning until its first webhook', async () => {
  expect(await checkOf('Retreat site', portal)).toMatch(/^warning: No webhook .* 90 days/);
  const receivedAt = new Date('2026-11-10T12:00:00Z');
  await portal.database.insert(webhookEvents).values({ source: 'zoom', key: 'z', receivedAt });
  expect(await checkOf('Retreat site', portal)).toMatch(/^warning: /);
  await portal.database.insert(webhookEvents).values({ source: 'retreats', key: 'r', receivedAt });
  expect(await checkOf('Retreat site', portal)).toBe('ok: The last webhook arrived on 2026-11-10.');
});

test('a test email goes to the admin who requested it, and is rate limited', async () => {
  await using working = await openPortal();
  const client = await admin(working);
  expect(await checkOf('Last email', working)).toMatch(/^warning: No email has gone out yet/);
  const { status, body } = await client.post('/api/admin/setup/test-mail');
  expect([status, body.message]).toEqual([200, 'A test email is on its way to admin@demo.test']);
  const { subject } = await messageTo(working, 'admin@demo.test');
  expect(subject).toBe('Test email from the portal');
  const said = /^ok: .* accepted it on .* PT, and said “250 OK: message queued”\.$/;
  await expect.poll(() => checkOf('Last email', working)).toMatch(said);
  await alreadyDid(working, 'test mails', 8, (await client.get('/api/user')).body.id);
  expect((await client.post('/api/admin/setup/test-mail')).status).toBe(200);
  expect((await client.post('/api/admin/setup/test-mail')).status).toBe(429);
});
