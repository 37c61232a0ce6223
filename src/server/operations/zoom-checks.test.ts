import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { checkOf } from '../../../tests/support/setup-checks.ts';
import { classes, people } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterEach(() => setFaults({}));
afterAll(() => portal[Symbol.asyncDispose]());

const setFaults = (faults: object) =>
  fetch(`${portal.sandbox.url}/zoom/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });

const app = () => checkOf('Zoom app', portal);
const host = () => checkOf('Zoom host', portal);
const meetingsWith = (changed: Partial<Portal['settings']['meetings']>) => ({
  settings: { meetings: { ...portal.settings.meetings, ...changed } },
});

test('Zoom is OK with all scopes and a licensed host', async () => {
  expect(await app()).toBe(
    'ok: Zoom accepts the portal’s login, and the app has every scope it needs. This doesn’t check the account’s settings. If Zoom overrides a class’s settings, the class page says so.',
  );
  expect(await host()).toBe(
    'ok: The host is active in Zoom, has a license, and can host meetings of up to 100 people.',
  );
});

test('a wrong key is a problem', async () => {
  const wrong = meetingsWith({ clientSecret: 'another-client-secret' });
  expect(await checkOf('Zoom app', portal, wrong)).toBe(
    'problem: This check failed: Zoom doesn’t accept the app’s keys, so it didn’t issue a token (400: Invalid client_id or client_secret).',
  );
});

test('an unreachable Zoom is a problem', async () => {
  await setFaults({ down: true });
  expect(await app()).toMatch(/^problem: .*We can’t reach Zoom/);
  expect(await host()).toMatch(/^problem: .*We can’t reach Zoom/);
});

test('missing scopes are named in the style that the app uses', async () => {
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin user:read:admin' });
  expect(await app()).toMatch(/^problem: .* needs: report:read:admin\.$/);
  await setFaults({ scope: 'meeting:write:meeting:admin meeting:read:admin report:read:admin' });
  expect(await app()).toBe(
    'problem: The Zoom app lacks scopes that the portal needs: meeting:update:meeting:admin, meeting:delete:meeting:admin, meeting:write:registrant:admin, meeting:delete:registrant:admin.',
  );
});

test('a granular app without the scope for events is a warning', async () => {
  const calls =
    'meeting:write:meeting:admin meeting:read:meeting:admin meeting:read:list_meetings:admin meeting:update:meeting:admin meeting:delete:meeting:admin meeting:write:registrant:admin meeting:read:list_registrants:admin meeting:delete:registrant:admin report:read:list_meeting_participants:admin';
  await setFaults({ scope: calls });
  expect(await app()).toMatch(/^warning: .* lacks the scope meeting:read:participant:admin, so /);
  await setFaults({ scope: `${calls} meeting:read:participant:admin` });
  expect(await app()).toMatch(/^ok: /);
});

test('a call refused for its scope is a problem even if Zoom lists no scopes', async () => {
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin', namesNoScopes: true });
  expect(await app()).toMatch(/^problem: .* needs: report:read:admin\.$/);
  await setFaults({ namesNoScopes: true });
  expect(await app()).toMatch(/^ok: /);
});

test('trying the calls changes nothing in Zoom', async () => {
  const list = () => portal.zoom.list(portal.settings.meetings.hostUser);
  const before = await list();
  await app();
  expect(await list()).toEqual(before);
});

const users = () => checkOf('Instructors’ Zoom users', portal);
const setUser = (email: string, zoomUser: string | null) =>
  portal.database.update(people).set({ zoomUser }).where(eq(people.email, email));

test('each instructor’s Zoom user is checked', async () => {
  expect(await users()).toBeUndefined();
  await setUser('teacher@demo.test', 'second-host@sandbox.test');
  expect(await users()).toMatch(/^ok: Every Zoom user/);
  await setUser('admin@demo.test', 'gone@school.test');
  expect(await users()).toBe(
    'problem: Some users can’t host classes: the user for Amara Osei doesn’t exist in Zoom. Fix this in Zoom, or enter another user on the Staff page, and we’ll move their classes to that user.',
  );
  await setUser('admin@demo.test', 'basic@sandbox.test');
  expect(await users()).toMatch(/^problem: .* the user for Amara Osei has no Zoom license/);
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin report:read:admin' });
  expect(await users()).toMatch(/^warning: The portal can’t read Zoom users/);
  await setUser('admin@demo.test', null);
});

test('a former instructor’s Zoom user is checked while it hosts a class', async () => {
  const [next] = await portal.database
    .select()
    .from(classes)
    .orderBy(desc(classes.startsAt))
    .limit(1);
  const whereNext = eq(classes.id, next?.id ?? 0);
  await portal.database.update(classes).set({ host: 'left@school.test' }).where(whereNext);
  expect(await users()).toMatch(
    /the user for some upcoming classes \(left@school\.test\) doesn’t exist/,
  );
  await portal.database.update(classes).set({ host: null }).where(whereNext);
});

test('a missing scope for reading users is a warning', async () => {
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin report:read:admin' });
  expect(await app()).toMatch(/^ok: /);
  expect(await host()).toMatch(/^warning: The portal can’t read Zoom users/);
});

test('a missing scope for reading the host’s plan is a warning', async () => {
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin user:read:user:admin' });
  expect(await host()).toMatch(/^warning: .*user:read:settings:admin, or set CLASS_PLACES\.$/);
});

test('an unlicensed, inactive or unknown host is a problem', async () => {
  await setFaults({ host: { type: 1 } });
  expect(await host()).toMatch(/^problem: .* has no Zoom license/);
  await setFaults({ host: { status: 'inactive' } });
  expect(await host()).toMatch(/^problem: .* isn’t active/);
  await setFaults({});
  const unknown = await checkOf(
    'Zoom host',
    portal,
    meetingsWith({ hostUser: 'gone@school.test' }),
  );
  expect(unknown).toMatch(/^problem: .*\(1001\): User does not exist: •••/);
});

test('a host in another time zone is a warning', async () => {
  await setFaults({ host: { timezone: 'Europe/Berlin' } });
  expect(await host()).toMatch(/^warning: .* Europe\/Berlin/);
});
