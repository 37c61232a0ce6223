import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
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

test('unknown fields and parameters are refused by name', async () => {
  const id = await makeId();
  const wrong: [string, string, object | undefined, string][] = [
    ['POST', `/users/${host}/meetings`, { ...plan, colour: 'blue' }, 'colour'],
    ['PATCH', `/meetings/${id}`, { settings: { waiting_rom: false } }, 'settings.waiting_rom'],
    ['POST', `/meetings/${id}/registrants`, { ...nora, name: 'Nora' }, 'name'],
    ['GET', `/users/${host}/meetings?kind=scheduled`, undefined, 'kind'],
    ['GET', `/users/${host}/meetings?type=all`, undefined, 'type'],
    ['DELETE', `/meetings/${id}?schedule_for_reminder=no`, undefined, 'schedule_for_reminder'],
    [
      'GET',
      `/report/meetings/${id}/participants?include_fields=email`,
      undefined,
      'include_fields',
    ],
  ];
  for (const [method, path, body, field] of wrong) {
    expect(await call(method, path, body), field).toMatchObject({
      status: 400,
      body: { code: 300, errors: [{ field }] },
    });
  }
});

test('a registrant’s name has 64 characters at most, the email 128, and neither is the host’s', async () => {
  const id = await makeId();
  const wrong: [object, string][] = [
    [{ ...nora, first_name: 'a'.repeat(65) }, 'first_name'],
    [{ ...nora, last_name: 'a'.repeat(65) }, 'last_name'],
    [{ ...nora, email: `${'a'.repeat(119)}@demo.test` }, 'email'],
    [{ ...nora, email: host }, 'email'],
  ];
  for (const [guest, field] of wrong) {
    expect(await register(id, guest), field).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  }
  const longest = { ...nora, first_name: 'a'.repeat(64), email: `${'a'.repeat(118)}@demo.test` };
  expect((await register(id, longest)).status).toBe(201);
});

test('a full meeting accepts no one else', async () => {
  const id = await makeId();
  await faults({ capacity: 1 });
  expect((await register(id)).status).toBe(201);
  expect((await register(id)).status).toBe(201);
  expect(await register(id, { ...nora, email: 'tom@demo.test' })).toMatchObject(refused(400, 3043));
});

test('the host’s list includes all types, past meetings and those without a start', async () => {
  const id = await makeId();
  const { meetings } = (await call('GET', `/users/${host}/meetings?type=scheduled`)).body;
  expect(new Set(meetings.map(({ type }: { type: number }) => type))).toEqual(
    new Set([1, 2, 3, 8]),
  );
  const past = meetings.find(({ topic }: { topic: string }) => topic === 'Interview last week');
  expect(Date.parse(past.start_time)).toBeLessThan(sandbox.clock.now().getTime());
  const openEnded = meetings.find(({ type }: { type: number }) => type === 3);
  expect(openEnded).not.toHaveProperty('start_time');
  expect((await call('GET', `/meetings/${openEnded.id}`)).status).toBe(200);
  const elsewhere = (await call('GET', '/users/second-host@sandbox.test/meetings')).body.meetings;
  expect(elsewhere.map((one: { id: number }) => one.id)).not.toContain(id);
});

test('unknown users, including me, and users who can’t host are refused', async () => {
  for (const user of ['me', 'gone@school.test']) {
    expect(await make(user)).toMatchObject(refused(404, 1001));
    expect(await call('GET', `/users/${user}/meetings`)).toMatchObject(refused(404, 1001));
  }
  expect(await make('guest@sandbox.test')).toMatchObject(refused(400, 3161));
  await faults({ users: { 'grace@school.test': {} } });
  expect((await make('grace@school.test')).status).toBe(201);
});

test('without a license, a meeting never takes registrations', async () => {
  const id = await makeId();
  await faults({ plan: 'basic' });
  const made = (await make()).body;
  expect(made).not.toHaveProperty('registration_url');
  expect(made.settings.approval_type).toBe(2);
  expect(await register(id)).toMatchObject(refused(400, 200));
  expect((await make('basic@sandbox.test')).body.settings.approval_type).toBe(2);
});

test('a token keeps the scopes it was issued with', async () => {
  const id = await makeId();
  await faults({ scope: 'meeting:read:meeting:admin meeting:read:list_meetings:admin' });
  expect((await register(id)).status).toBe(201);
  await sandbox.signIn();
  expect((await call('GET', `/meetings/${id}`)).status).toBe(200);
  expect(await register(id)).toMatchObject(refused(400, 4711));
  expect(await call('GET', `/report/meetings/${id}/participants`)).toMatchObject(
    refused(400, 4711),
  );
  await faults({ scope: 'meeting:read:admin', scopeCode: 4700 });
  expect(await register(id)).toMatchObject(refused(400, 4700));
});

test('the daily limit is per host, and comes with headers, without them, or as status 300', async () => {
  await faults({ meetingsPerDay: 0 });
  expect((await make()).headers.get('x-ratelimit-type')).toBe('Daily-limit');
  await faults({ meetingsPerDay: 0, dailyLimit: 'bare' });
  const bare = await make();
  expect(bare).toMatchObject(refused(429, 429));
  expect(bare.headers.get('retry-after')).toBeNull();
  await faults({ meetingsPerDay: 0, dailyLimit: '300' });
  const said = { code: 300, message: expect.stringContaining('in one day') };
  expect(await make()).toMatchObject({ status: 300, body: said });
  sandbox.clock.moveOn(24 * 60 * 60 * 1000);
  await sandbox.signIn();
  await faults({ meetingsPerDay: 1 });
  expect((await make()).status).toBe(201);
  expect((await make()).status).toBe(429);
  expect((await make('second-host@sandbox.test')).status).toBe(201);
});

test('three adds per registrant and day count per meeting or for all meetings', async () => {
  const tom = { ...nora, email: 'tom@demo.test' };
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push(await makeId());
  const [id = 0] = ids;
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await register(id, tom)).status);
  expect(statuses).toEqual([201, 201, 201, 429]);
  await faults({ addsAcrossMeetings: true });
  const across = [];
  for (const one of ids) across.push((await register(one, tom)).status);
  expect(across).toEqual([201, 201, 201, 429]);
});

test('a start in the past becomes now for a new meeting, and is ignored in an update', async () => {
  const past = { start_time: '2026-11-16T09:00:00' };
  expect((await make(host, past)).body.start_time).toMatch(/^2026-11-16T18:00:/);
  const id = await makeId();
  expect((await call('PATCH', `/meetings/${id}`, { ...plan, ...past })).status).toBe(204);
  expect((await call('GET', `/meetings/${id}`)).body.start_time).toBe('2026-12-02T00:00:00Z');
});

test('a running meeting can’t be changed or deleted, and an ended one can’t be deleted', async () => {
  const id = await makeId();
  await fetch(`${sandbox.url()}/zoom/s/${id}`);
  expect(await call('PATCH', `/meetings/${id}`, plan)).toMatchObject(refused(400, 3000));
  expect(await call('DELETE', `/meetings/${id}`)).toMatchObject(refused(400, 3002));
  await fetch(`${sandbox.url()}/zoom/s/${id}/end`, { method: 'POST' });
  sandbox.clock.moveTo(new Date('2026-12-02T02:00:00Z'));
  await sandbox.signIn();
  expect(await call('DELETE', `/meetings/${id}`)).toMatchObject(refused(400, 3007));
});

test('a host runs one meeting at a time, and two hosts run one each', async () => {
  const [first, second, third] = [
    await makeId(),
    await makeId(),
    await makeId('second-host@sandbox.test'),
  ];
  const startOf = (id: number, query = '') => fetch(`${sandbox.url()}/zoom/s/${id}${query}`);
  const isRunning = async (id: number) =>
    (await call('GET', `/meetings/${id}`)).body.status === 'started';
  await startOf(first);
  expect((await startOf(second)).status).toBe(409);
  expect((await startOf(third)).status).toBe(200);
  expect(await isRunning(first)).toBe(true);
  expect(await isRunning(third)).toBe(true);
  await startOf(second, '?end_other');
  expect(await isRunning(first)).toBe(false);
  await faults({ endsOtherMeeting: true });
  await startOf(first);
  expect(await isRunning(second)).toBe(false);
});

test('calls per second are limited, heavy ones first', async () => {
  await faults({ noSecondLimits: false });
  // Freeze the machine's clock at a new second for the whole test.
  const second = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  const answersTo = (path: string) =>
    Promise.all(Array.from({ length: 40 }, () => call('GET', path)));
  const isBusy = ({ status }: { status: number }) => status === 429;
  const reports = await answersTo('/report/meetings/1/participants');
  expect(reports.filter(isBusy)).toHaveLength(30);
  expect(reports.find(isBusy)?.headers.get('x-ratelimit-type')).toBe('QPS');
  expect((await answersTo('/meetings/1')).filter(isBusy)).toHaveLength(10);
  second.mockRestore();
});
