import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn, messageTo, openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import type { DemoEmail } from '../../demo/people.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ environment: { STAFF_IDLE_MINUTES: '120' } });
});
afterAll(() => portal[Symbol.asyncDispose]());

async function clientOf(email: DemoEmail) {
  const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
  return openClient(portal, { [name]: value });
}
const minutes = (count: number) =>
  portal.clock.moveTo(new Date(portal.clock.now().getTime() + count * 60_000));

test('staff are signed out after two hours without a request, students aren’t', async () => {
  const [staff, student] = [await clientOf('teacher@demo.test'), await openStudent(portal)];
  for (const pause of [119, 119]) {
    minutes(pause);
    expect((await staff.get('/api/user')).status).toBe(200);
  }
  minutes(121);
  expect((await staff.get('/api/user')).status).toBe(401);
  expect((await student.get('/api/user')).status).toBe(200);
});

test('a page that refreshes itself doesn’t keep staff signed in', async () => {
  const cookie = await portal.cookieOf('teacher@demo.test');
  const ask = async () => {
    const headers = { cookie, 'x-background': '1' };
    return (await portal.app.inject({ url: '/api/user', headers })).statusCode;
  };
  minutes(119);
  expect(await ask()).toBe(200);
  minutes(2);
  expect(await ask()).toBe(401);
});

test('people sign out on one device, and not on someone else’s', async () => {
  const [here, there] = [await clientOf('alumni@demo.test'), await clientOf('alumni@demo.test')];
  const stranger = await openStudent(portal);
  const { sessions } = (await here.get('/api/account')).body;
  const { id } = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  await stranger.delete(`/api/account/sessions/${id}`);
  expect((await there.get('/api/user')).status).toBe(200);
  expect((await here.delete(`/api/account/sessions/${id}`)).status).toBe(200);
  expect((await there.get('/api/user')).status).toBe(401);
  expect((await here.get('/api/user')).status).toBe(200);
});

test('a code confirms who someone is, so that a change can be repeated', async () => {
  const student = await openStudent(portal);
  const { email } = (await student.get('/api/user')).body;
  minutes(11);
  const change = () => student.post('/api/account/phone', { phone: '202 555 0191' });
  const { status, body } = await change();
  expect([status, body.current]).toEqual([401, { confirm: true }]);
  await student.post('/api/auth/login', { email });
  const code = codeIn(await messageTo(portal, email));
  expect((await student.post('/api/auth/code', { email, code })).status).toBe(200);
  expect((await change()).status).toBe(200);
});

test('a changed number is announced to the old number and by email', async () => {
  const phone = '+12025550192';
  const student = await openStudent(portal, { phone });
  const { email } = (await student.get('/api/user')).body;
  await student.post('/api/account/phone', { phone: '202 555 0193' });
  expect((await messageTo(portal, phone)).text).toContain('has changed');
  expect((await messageTo(portal, email)).subject).toBe('Your sign-in details have changed');
});

test('a corrected email address is announced to the old and the new one', async () => {
  const admin = await clientOf('admin@demo.test');
  const staff = (await admin.get('/api/admin/staff')).body;
  const { id, email, firstName, lastName, role, zoomUser } = staff.find(
    (one: { email: string }) => one.email === 'teacher@demo.test',
  );
  await signInOf(portal).signIn(email);
  const seen = (await signInOf(portal).messagesTo(email)).length;
  const body = { firstName, lastName, role, canEdit: false, zoomUser: zoomUser ?? '', phone: '' };
  const changed = { ...body, email: 'new-address@demo.test' };
  const { status } = await admin.patch(`/api/admin/staff/${id}`, changed);
  expect(status).toBe(200);
  expect((await messageTo(portal, email, seen)).text).toContain('has changed');
  expect((await messageTo(portal, changed.email)).text).toContain('has changed');
});

test('an admin signs everyone out', async () => {
  const [admin, student] = [await clientOf('admin@demo.test'), await openStudent(portal)];
  expect((await admin.post('/api/admin/sign-out-everybody')).status).toBe(200);
  for (const client of [admin, student]) {
    expect((await client.get('/api/user')).status).toBe(401);
  }
});
