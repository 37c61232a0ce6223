import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { environmentOf } from '../../../tests/support/command-line.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog, people } from '../database/schema.ts';
import { runCommandLine } from './run.ts';

let portal: Portal;
let environment: Record<string, string>;
beforeAll(async () => {
  portal = await openPortal();
  environment = environmentOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
// The command line uses the machine's clock, as in production.
beforeEach(() => portal.clock.moveTo(new Date()));

async function run(...typed: string[]) {
  const output: string[] = [];
  const complaints: string[] = [];
  const code = await runCommandLine(typed, {
    environment,
    say: (line) => void output.push(line),
    complain: (line) => void complaints.push(line),
  });
  return { code, output: output.join('\n'), complaints: complaints.join('\n') };
}

const everybody = () => portal.database.select().from(people).orderBy(asc(people.id));
const audited = () =>
  portal.database
    .select({ action: auditLog.action, subject: auditLog.subject, actorId: auditLog.actorId })
    .from(auditLog)
    .where(eq(auditLog.via, 'command line'))
    .orderBy(asc(auditLog.id));

const linkIn = (output: string) => output.match(/^http\S+$/m)?.[0] ?? '';
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

test('help names every command and needs no settings', async () => {
  const output: string[] = [];
  const terminal = {
    environment: {},
    say: (line: string) => output.push(line),
    complain: () => {},
  };
  expect(await runCommandLine(['--help'], terminal)).toBe(0);
  expect(await runCommandLine([], terminal)).toBe(0);
  for (const name of [
    'add-admin EMAIL FIRST LAST',
    'check',
    'import-people FILE [--alumni] [--welcome] [--apply]',
    'export-people students | alumni | classes',
    'erase-person EMAIL --yes',
    'list-failed',
    'retry-failed',
    'rotate-link-key',
    'end-all-sessions --yes',
    'backup',
    'restore [FILE] --verify | FILE --into-empty',
    'migrate [--plan | --to MIGRATION]',
  ])
    expect(output[1]).toContain(name);
});

test('wrong arguments get a message and exit code 2, before settings are read', async () => {
  const id = 'cf1a9d5e-0000-4000-8000-000000000000';
  for (const [typed, sentence] of [
    [['add-amin'], 'There is no command add-amin.'],
    [['add-admin', 'ada@school.test'], 'needs an email address, a first name and a last name'],
    [['add-admin', 'ada', 'Ada', 'Byron'], 'EMAIL is not a valid email address.'],
    [['add-admin', 'ada@school.test', ' ', 'Byron'], 'FIRST, the first name, is empty.'],
    [['add-admin', 'ada@school.test', 'www.a.com', 'B'], 'A name can’t contain a web address'],
    [['erase-person', '--yes'], 'needs an email address and --yes'],
    [['erase-person', 'ada@school.test'], 'can’t be undone'],
    [['list-failed', 'all'], 'list-failed takes no arguments.'],
    [['retry-failed'], 'retry-failed needs --all, or the IDs'],
    [['retry-failed', '12'], '12 is not a job ID'],
    [['retry-failed', '--all', id], '--all is not a job ID'],
    [['rotate-link-key'], 'Add --yes if you’re sure.'],
    [['end-all-sessions'], 'signs everyone out. Add --yes if you’re sure.'],
    [['end-all-sessions', '--yes', 'now'], 'Add --yes if you’re sure.'],
    [['backup', 'now'], 'backup takes no arguments.'],
    [['restore'], 'restore needs --verify'],
    [['restore', '--into-empty'], 'restore needs --verify'],
    [['restore', 'a.dump', 'b.dump', '--verify'], 'restore needs --verify'],
    [['migrate', '--to'], 'migrate takes no arguments, --plan, or --to'],
    [['migrate', '--plan', 'x'], 'migrate takes no arguments, --plan, or --to'],
    [['migrate', '--back'], 'migrate takes no arguments, --plan, or --to'],
  ] as const) {
    const complaints: string[] = [];
    const complain = (line: string) => void complaints.push(line);
    const terminal = { environment: {}, say: () => {}, complain };
    expect(await runCommandLine([...typed], terminal)).toBe(2);
    expect(complaints[0]).toContain(sentence);
  }
});

test('wrong settings, and a demo database, get a message and exit code 1', async () => {
  const complaints: string[] = [];
  const complain = (line: string) => void complaints.push(line);
  const real = {
    PORTAL_MODE: 'production',
    LINK_KEY: 'a key of its own, as production asks for',
    METRICS_TOKEN: 'a-token-of-some-length',
  };
  for (const given of [{}, { ...environment, ...real }]) {
    const terminal = { environment: given, say: () => {}, complain };
    expect(await runCommandLine(['list-failed'], terminal)).toBe(1);
  }
  expect(complaints).toEqual([
    expect.stringContaining('DATABASE_URL is missing'),
    expect.stringContaining('was filled by the demo'),
  ]);
});

test('backup, restore and migrate work on the database of the settings', async () => {
  const { code, complaints } = await run('backup');
  expect([code, complaints]).toEqual([
    1,
    'BACKUP_DIR isn’t set. Set it to the folder for backups.',
  ]);
  expect((await run('restore', 'any.dump', '--into-empty')).complaints).toContain('isn’t empty');
  const upToDate = { code: 0, output: 'The database is up to date.', complaints: '' };
  expect(await run('migrate', '--plan')).toEqual(upToDate);
  expect(await run('migrate')).toEqual(upToDate);
  expect(await run('migrate', '--to', '0000_baseline')).toEqual(upToDate);
});

test('a plan says what a migration blocks, whether old nodes can stay, and how to go back', async () => {
  const { database } = portal;
  await database.execute('update drizzle.__drizzle_migrations set hash = hash || $$x$$');
  const { output } = await run('migrate', '--plan');
  await database.execute('update drizzle.__drizzle_migrations set hash = rtrim(hash, $$x$$)');
  expect(output.split('\n')).toEqual([
    '0000_baseline: blocks nothing',
    '  Stop all old nodes first.',
    '  To go back, restore a backup.',
    'Nothing was changed.',
  ]);
});

test('add-admin prints a link that works once, through the Continue page, and sends no email', async () => {
  const { code, output } = await run('add-admin', 'ada@school.test', 'Ada', 'Byron');
  expect(code).toBe(0);
  const token = tokenOf(linkIn(output));
  const browser = openClient(portal);
  const looked = await browser.post('/api/auth/verify', { token });
  expect([looked.status, looked.body.confirmAs]).toEqual([200, expect.stringContaining('@')]);
  expect((await browser.get('/api/user')).status).toBe(401);
  expect((await browser.post('/api/auth/verify', { token, confirmed: true })).status).toBe(200);
  expect((await browser.get('/api/user')).body).toMatchObject({ role: 'admin', firstName: 'Ada' });
  const again = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(again.status).toBe(400);

  const ada = (await everybody()).at(-1);
  expect(await audited()).toEqual([
    { action: 'person: added', subject: `person:${ada?.id}`, actorId: null },
  ]);
  expect(await signInOf(portal).messagesTo('ada@school.test')).toEqual([]);
});

test('add-admin’s link works for 24 hours', async () => {
  const { output } = await run('add-admin', 'late@school.test', 'Late', 'Comer');
  const token = tokenOf(linkIn(output));
  const open = () => openClient(portal).post('/api/auth/verify', { token });
  const hours = (count: number) => new Date(Date.now() + count * 60 * 60 * 1000);
  portal.clock.moveTo(hours(24.1));
  expect((await open()).status).toBe(400);
  portal.clock.moveTo(hours(23.9));
  expect((await open()).status).toBe(200);
});

test('add-admin refuses existing accounts, in any letter case, and changes nothing', async () => {
  const before = await everybody();
  const rows = await audited();
  const { code, complaints } = await run('add-admin', 'Mid-Course@demo.test', 'Marcus', 'Bell');
  expect(code).toBe(1);
  expect(complaints).toContain('already has an account. Nothing was changed');
  expect(await everybody()).toEqual(before);
  expect(await audited()).toEqual(rows);
});

test('rotate-link-key immediately ends all links and calendar addresses and prints a new key', async () => {
  const client = await openStudent(portal);
  const address = (await client.get('/api/calendar')).body.subscribeUrl;
  const { output: printed } = await run('add-admin', 'last@school.test', 'Last', 'Link');
  expect((await fetch(address)).status).toBe(200);

  const { code, output } = await run('rotate-link-key', '--yes');
  expect(code).toBe(0);
  expect(output).toMatch(/^LINK_KEY=[\w-]{43}$/m);
  const token = tokenOf(linkIn(printed));
  expect((await openClient(portal).post('/api/auth/verify', { token })).status).toBe(400);
  expect((await fetch(address)).status).toBe(404);
  expect((await client.get('/api/user')).status).toBe(200);
  expect((await client.get('/api/calendar')).body.subscribeUrl).not.toBe(address);
  expect((await audited()).at(-1)).toMatchObject({ action: 'link key: replaced' });
});

test('end-all-sessions signs everyone out, and unused login links still work', async () => {
  const client = await openStudent(portal);
  const { output: printed } = await run('add-admin', 'back@school.test', 'Way', 'Back');
  const { code, output } = await run('end-all-sessions', '--yes');
  expect(code).toBe(0);
  expect(output).toMatch(/^Sessions ended: [1-9]\d*\. Everyone can sign in again as usual\.$/m);
  expect((await client.get('/api/user')).status).toBe(401);
  expect((await audited()).at(-1)).toMatchObject({ action: 'sessions: all ended', actorId: null });
  const body = { token: tokenOf(linkIn(printed)), confirmed: true };
  expect((await openClient(portal).post('/api/auth/verify', body)).status).toBe(200);
});

test('erase-person erases only the person with that address', async () => {
  const client = await openStudent(portal);
  const { email } = (await client.get('/api/user')).body;
  const { code, complaints } = await run('erase-person', 'nobody@school.test', '--yes');
  expect([code, complaints]).toEqual([1, 'No one here has the email address nobody@school.test.']);
  const before = await everybody();
  expect((await run('erase-person', email.toUpperCase(), '--yes')).code).toBe(0);
  const after = await everybody();
  const changed = after.filter((person, at) => person.email !== before[at]?.email);
  expect(changed).toMatchObject([{ firstName: 'Erased', lastName: 'Person', phone: null }]);
  expect((await client.get('/api/user')).status).toBe(401);
  expect((await audited()).at(-1)).toMatchObject({ action: 'person: erased' });
});

test('erase-person refuses staff who still have access', async () => {
  const { code, complaints } = await run('erase-person', 'teacher@demo.test', '--yes');
  expect([code, complaints]).toEqual([1, expect.stringMatching(/deactivate/)]);
});
