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

test('Zoom is well with a token that has all scopes and a host with a licence', async () => {
  expect(await app()).toBe(
    'ok: Zoom lets the portal in, and the app has every scope it needs. The account’s settings are not checked here: if Zoom changes what a class asks for, the class says so.',
  );
  expect(await host()).toBe('ok: The host is active at Zoom and has a licence.');
});

test('a wrong key is a problem of the app', async () => {
  const wrong = meetingsWith({ clientSecret: 'another-client-secret' });
  expect(await checkOf('Zoom app', portal, wrong)).toBe(
    'problem: This does not work: Zoom does not accept the keys of its app: it gave no token (400: Invalid client_id or client_secret).',
  );
});

test('Zoom that does not answer is a problem', async () => {
  await setFaults({ down: true });
  expect(await app()).toMatch(/^problem: .*Zoom cannot be reached/);
  expect(await host()).toMatch(/^problem: .*Zoom cannot be reached/);
});

test('scopes that are missing are named, in the kind that the app has', async () => {
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin user:read:admin' });
  expect(await app()).toMatch(/^problem: .* needs: report:read:admin\.$/);
  await setFaults({ scope: 'meeting:write:meeting:admin meeting:read:admin report:read:admin' });
  expect(await app()).toBe(
    'problem: The app at Zoom lacks scopes that the portal needs: meeting:update:meeting:admin, meeting:delete:meeting:admin, meeting:write:registrant:admin, meeting:delete:registrant:admin.',
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

test('a call that Zoom refuses for its scope is a problem, also when Zoom names no scopes', async () => {
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin', namesNoScopes: true });
  expect(await app()).toMatch(/^problem: .* needs: report:read:admin\.$/);
  await setFaults({ namesNoScopes: true });
  expect(await app()).toMatch(/^ok: /);
});

test('trying the calls changes nothing at Zoom', async () => {
  const list = () => portal.zoom.list(portal.settings.meetings.hostUser);
  const before = await list();
  await app();
  expect(await list()).toEqual(before);
});

const users = () => checkOf('Instructors’ Zoom users', portal);
const setUser = (email: string, zoomUser: string | null) =>
  portal.database.update(people).set({ zoomUser }).where(eq(people.email, email));

test('each instructor’s Zoom user is looked at, where there is one', async () => {
  expect(await users()).toBeUndefined();
  await setUser('teacher@demo.test', 'second-host@sandbox.test');
  expect(await users()).toMatch(/^ok: All 1 /);
  await setUser('admin@demo.test', 'gone@school.test');
  expect(await users()).toBe(
    'problem: Of the users who host classes, that of Amara Osei is not known at Zoom. Mend it at Zoom, or enter another user on the page Staff: their classes move there.',
  );
  await setUser('admin@demo.test', 'basic@sandbox.test');
  expect(await users()).toMatch(/^problem: Of .* that of Amara Osei has no licence at Zoom/);
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin report:read:admin' });
  expect(await users()).toMatch(/^warning: The portal may not look at users/);
  await setUser('admin@demo.test', null);
});

test('a Zoom user whom nobody has any more is looked at as long as it hosts a class', async () => {
  const [next] = await portal.database
    .select()
    .from(classes)
    .orderBy(desc(classes.startsAt))
    .limit(1);
  const whereNext = eq(classes.id, next?.id ?? 0);
  await portal.database.update(classes).set({ host: 'left@school.test' }).where(whereNext);
  expect(await users()).toMatch(/that of some upcoming classes \(left@school\.test\) is not known/);
  await portal.database.update(classes).set({ host: null }).where(whereNext);
});

test('the scope that only the check of the host needs is a warning there', async () => {
  await setFaults({ scope: 'meeting:write:admin meeting:read:admin report:read:admin' });
  expect(await app()).toMatch(/^ok: /);
  expect(await host()).toMatch(/^warning: The portal may not look at users/);
});

test('a host without a licence, one who is not active, and one who does not exist are problems', async () => {
  await setFaults({ host: { type: 1 } });
  expect(await host()).toMatch(/^problem: .* has no licence/);
  await setFaults({ host: { status: 'inactive' } });
  expect(await host()).toMatch(/^problem: .* is not active/);
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
