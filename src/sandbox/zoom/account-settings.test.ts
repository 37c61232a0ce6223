import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openZoomSandbox, type ZoomSandbox } from '../../../tests/support/zoom-sandbox.ts';

const host = 'host@sandbox.test';
let sandbox: ZoomSandbox;
let start: Date;

beforeAll(async () => {
  sandbox = await openZoomSandbox();
  start = sandbox.clock.now();
});
afterEach(async () => {
  sandbox.clock.moveTo(start);
  await faults({});
  await sandbox.signIn();
});
afterAll(() => sandbox.close());

const faults = (set: object) => sandbox.faults({ noSecondLimits: true, ...set });
const call = (method: string, path: string, body?: object) => sandbox.call(method, path, body);

const plan = {
  topic: 'A class',
  type: 2,
  start_time: '2026-12-01T16:00:00',
  timezone: 'America/Los_Angeles',
  password: 'Kd4-Rm9-Xt',
  settings: { approval_type: 0, waiting_room: false },
};
const nora = { email: 'nora@demo.test', first_name: 'Nora', last_name: 'Lindqvist' };
const make = (user = host, change = {}) =>
  call('POST', `/users/${user}/meetings`, { ...plan, ...change });
const makeId = async (user = host) => (await make(user)).body.id as number;
const register = (id: number, guest: object = nora) =>
  call('POST', `/meetings/${id}/registrants`, guest);
const refused = (status: number, code: number) => ({ status, body: { code } });

test('a meeting without passcode, waiting room and authentication gets a waiting room', async () => {
  const bare = { ...plan, settings: { waiting_room: false, meeting_authentication: false } };
  const made = (await make(host, { ...bare, password: '' })).body;
  expect(made).toMatchObject({ password: '', settings: { waiting_room: true } });
  await call('PATCH', `/meetings/${made.id}`, bare);
  const mended = { password: plan.password, settings: { waiting_room: false } };
  expect((await call('GET', `/meetings/${made.id}`)).body).toMatchObject(mended);
  await call('PATCH', `/meetings/${made.id}`, { topic: 'It keeps its passcode' });
  expect((await call('GET', `/meetings/${made.id}`)).body).toMatchObject(mended);
  await faults({ noPasscodes: true });
  expect((await make()).body).toMatchObject({ password: '', settings: { waiting_room: true } });
  expect(await make(host, { password: 'eleven-long' })).toMatchObject(refused(400, 300));
  expect(await make(host, { password: 'spa ces' })).toMatchObject(refused(400, 300));
});

test('authentication follows the user’s default unless the meeting sets it', async () => {
  const authentication = async (settings: object) =>
    (await make(host, { settings })).body.settings.meeting_authentication;
  await faults({ signIn: 'default' });
  expect(await authentication({})).toBe(true);
  expect(await authentication({ meeting_authentication: false })).toBe(false);
  await faults({ signIn: 'locked' });
  expect(await authentication({ meeting_authentication: false })).toBe(true);
});

test('a meeting whose host was deleted or can’t host anymore can’t be used', async () => {
  const second = 'second-host@sandbox.test';
  const id = await makeId(second);
  const { registrant_id } = (await register(id)).body;
  const calls: [string, string, object?][] = [
    ['GET', `/meetings/${id}`],
    ['PATCH', `/meetings/${id}`, plan],
    ['GET', `/meetings/${id}/registrants`],
    ['POST', `/meetings/${id}/registrants`, nora],
    ['DELETE', `/meetings/${id}/registrants/${registrant_id}`],
    ['DELETE', `/meetings/${id}`],
  ];
  for (const [method, path, body] of calls) {
    await faults({ users: { [second]: null } });
    expect(await call(method, path, body), `${method} ${path}`).toMatchObject(refused(404, 1001));
    await faults({ users: { [second]: { status: 'inactive' } } });
    expect(await call(method, path, body), `${method} ${path}`).toMatchObject(refused(400, 3161));
  }
});

test('a new meeting may be missing from the list for a while', async () => {
  const listed = async () =>
    (await call('GET', `/users/${host}/meetings?page_size=300`)).body.meetings.map(
      (meeting: { id: number }) => meeting.id,
    );
  await faults({ listLagSeconds: 60 });
  const id = await makeId();
  expect(await listed()).not.toContain(id);
  expect((await call('GET', `/meetings/${id}`)).status).toBe(200);
  sandbox.clock.moveOn(60_000);
  expect(await listed()).toContain(id);
});

test('a locked waiting room stays on', async () => {
  await faults({ waitingRoomLocked: true });
  const { id, settings } = (await make()).body;
  expect(settings.waiting_room).toBe(true);
  await call('PATCH', `/meetings/${id}`, { settings: { waiting_room: false } });
  expect((await call('GET', `/meetings/${id}`)).body.settings.waiting_room).toBe(true);
});
