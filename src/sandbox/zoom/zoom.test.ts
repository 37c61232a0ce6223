import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openZoomSandbox, type ZoomSandbox } from '../../../tests/support/zoom-sandbox.ts';

let sandbox: ZoomSandbox;
beforeEach(async () => {
  sandbox = await openZoomSandbox();
});
afterEach(() => sandbox.close());

const call: ZoomSandbox['call'] = (...asked) => sandbox.call(...asked);

const plan = {
  topic: 'A class',
  type: 2,
  start_time: '2026-12-01T16:00:00',
  timezone: 'America/Los_Angeles',
  duration: 60,
  agenda: 'A mark',
  password: 'Kd4-Rm9-Xt',
  settings: { approval_type: 0, join_before_host: false },
};
const nora = { email: 'nora@demo.test', first_name: 'Nora', last_name: 'Lindqvist' };
const makeMeeting = async () =>
  (await call('POST', '/users/host@sandbox.test/meetings', plan)).body;

const shapes = {
  meeting: {
    uuid: 'string',
    id: 'number',
    host_id: 'string',
    topic: 'string',
    type: 'number',
    start_time: 'string',
    duration: 'number',
    timezone: 'string',
    created_at: 'string',
    agenda: 'string',
    start_url: 'string',
    join_url: 'string',
    registration_url: 'string',
    password: 'string',
    settings: 'object',
  },
  added: {
    id: 'number',
    registrant_id: 'string',
    topic: 'string',
    start_time: 'string',
    join_url: 'string',
  },
  registrant: {
    id: 'string',
    email: 'string',
    first_name: 'string',
    last_name: 'string',
    status: 'string',
    create_time: 'string',
    join_url: 'string',
  },
  page: {
    page_count: 'number',
    page_size: 'number',
    total_records: 'number',
    next_page_token: 'string',
  },
  participant: {
    id: 'string',
    user_id: 'string',
    name: 'string',
    user_email: 'string',
    join_time: 'string',
    leave_time: 'string',
    duration: 'number',
    status: 'string',
    registrant_id: 'string',
  },
};

function expectShape(answer: Record<string, unknown>, shape: Record<string, string>) {
  const types = Object.entries(answer).map(([field, value]) => [field, typeof value]);
  expect(Object.fromEntries(types)).toMatchObject(shape);
}

test('responses have Zoom’s fields and types', async () => {
  const made = await call('POST', '/users/host@sandbox.test/meetings', plan);
  expect(made.status).toBe(201);
  expectShape(made.body, shapes.meeting);
  const { id } = made.body;
  const { registration_url: _once, ...known } = shapes.meeting;
  const got = (await call('GET', `/meetings/${id}`)).body;
  expectShape(got, known);
  expect(got).not.toHaveProperty('registration_url');
  const { start_url: _start, ...listed } = known;
  const { password: _password, settings: _settings, ...entry } = listed;
  const list = (await call('GET', '/users/host@sandbox.test/meetings?type=scheduled')).body;
  expectShape(list, shapes.page);
  expectShape(
    list.meetings.find((one: { id: number }) => one.id === id),
    entry,
  );
  const added = await call('POST', `/meetings/${id}/registrants`, nora);
  expect(added.status).toBe(201);
  expectShape(added.body, shapes.added);
  const registrants = (await call('GET', `/meetings/${id}/registrants?status=approved`)).body;
  expectShape(registrants, shapes.page);
  expectShape(registrants.registrants[0], shapes.registrant);
  expect(await call('PATCH', `/meetings/${id}`, { topic: 'New' })).toMatchObject({ status: 204 });
  await fetch(`${sandbox.url()}/zoom/s/${id}`);
  await fetch(added.body.join_url);
  await fetch(`${sandbox.url()}/zoom/s/${id}/end`, { method: 'POST' });
  sandbox.clock.moveOn(6 * 60 * 1000);
  const report = await call(
    'GET',
    `/report/meetings/${id}/participants?include_fields=registrant_id`,
  );
  expectShape(report.body, shapes.page);
  expectShape(report.body.participants[1], shapes.participant);
  expect((await call('DELETE', `/meetings/${id}`)).status).toBe(204);
});

test('a local time comes back in UTC, on both sides of a DST change', async () => {
  sandbox.clock.moveTo(new Date('2026-10-01T18:00:00Z'));
  await sandbox.signIn();
  const utc = async (start_time: string) =>
    (await call('POST', '/users/host@sandbox.test/meetings', { ...plan, start_time })).body
      .start_time;
  expect(await utc('2026-10-31T16:00:00')).toBe('2026-10-31T23:00:00Z');
  expect(await utc('2026-11-01T16:00:00')).toBe('2026-11-02T00:00:00Z');
  expect(await utc('2027-03-13T16:00:00')).toBe('2027-03-14T00:00:00Z');
  expect(await utc('2027-03-14T16:00:00')).toBe('2027-03-14T23:00:00Z');
  expect(await utc('2026-12-01T16:00:00Z')).toBe('2026-12-01T16:00:00Z');
});

test('invalid fields, unknown ids and bad tokens get Zoom’s errors', async () => {
  const { id } = await makeMeeting();
  const wrong = [
    ['POST', '/users/host@sandbox.test/meetings', { ...plan, start_time: 'tomorrow' }],
    ['POST', '/users/host@sandbox.test/meetings', { ...plan, timezone: 'Pacific' }],
    ['POST', '/users/host@sandbox.test/meetings', { ...plan, type: 7 }],
    ['POST', '/users/host@sandbox.test/meetings', { ...plan, settings: { approval_type: '0' } }],
    ['PATCH', `/meetings/${id}`, { duration: 'an hour' }],
    ['POST', `/meetings/${id}/registrants`, { ...nora, email: 'nora' }],
    ['POST', `/meetings/${id}/registrants`, { email: nora.email }],
    ['GET', `/meetings/${id}/registrants?page_size=301`, undefined],
  ] as const;
  for (const [method, path, body] of wrong) {
    expect(await call(method, path, body), path).toMatchObject({
      status: 400,
      body: { code: 300 },
    });
  }
  for (const path of ['/meetings/1', '/report/meetings/1/participants']) {
    expect(await call('GET', path)).toMatchObject({ status: 404, body: { code: 3001 } });
  }
  const unauthorized = await call('GET', `/meetings/${id}`, undefined, 'made-up');
  expect(unauthorized).toMatchObject({ status: 401, body: { code: 124 } });
  sandbox.clock.moveOn(60 * 60 * 1000);
  expect((await call('GET', `/meetings/${id}`)).status).toBe(401);
});

test('daily limits say when they end, and end then', async () => {
  await sandbox.restart({ zoomMeetingsPerDay: 2 });
  const { id } = await makeMeeting();
  expect((await call('PATCH', `/meetings/${id}`, { topic: 'Two' })).status).toBe(204);
  const third = await call('PATCH', `/meetings/${id}`, { topic: 'Three' });
  expect(third.status).toBe(429);
  expect(third.headers.get('retry-after')).toBe('2026-11-17T00:00:00Z');
  for (const status of [201, 201, 201, 429]) {
    expect((await call('POST', `/meetings/${id}/registrants`, nora)).status).toBe(status);
  }
  sandbox.clock.moveTo(new Date('2026-11-17T00:00:00Z'));
  await sandbox.restart({ zoomMeetingsPerDay: 2 });
  expect((await call('PATCH', `/meetings/${id}`, { topic: 'Three' })).status).toBe(204);
});

test('each email is one registrant, and a deleted one can register again', async () => {
  const { id } = await makeMeeting();
  const path = `/meetings/${id}/registrants`;
  const add = () => call('POST', path, nora);
  const first = (await add()).body;
  expect((await add()).body.registrant_id).toBe(first.registrant_id);
  const remove = () => call('DELETE', `${path}/${first.registrant_id}`);
  expect((await remove()).status).toBe(204);
  expect(await remove()).toMatchObject({ status: 400, body: { code: 3000 } });
  expect((await fetch(first.join_url)).url).toContain('/zoom/meeting/register/');
  const second = await add();
  expect(second).toMatchObject({ status: 201 });
  expect(second.body.join_url).not.toBe(first.join_url);
});

test('no one enters before the host, and a room records who came', async () => {
  const { id } = await makeMeeting();
  const { body } = await call('POST', `/meetings/${id}/registrants`, nora);
  const enter = async () => (await fetch(body.join_url)).text();
  expect(await enter()).toContain('hasn’t started');
  await fetch(`${sandbox.url()}/zoom/s/${id}`);
  expect(await enter()).toContain('<strong>Nora Lindqvist</strong>');
  expect(await (await fetch(`${sandbox.url()}/zoom/s/${id}`)).text()).toContain('Nora Lindqvist');
  expect((await call('GET', `/meetings/${id}`)).body.status).toBe('started');
});

test('a restart loses only tokens, and a half-written line is ignored', async () => {
  const { id } = await makeMeeting();
  await call('POST', `/meetings/${id}/registrants`, nora);
  const gone = await makeMeeting();
  await call('DELETE', `/meetings/${gone.id}`);
  const file = join(sandbox.directory, 'zoom.jsonl');
  const old = sandbox.token();
  await sandbox.restart({ whileStopped: () => appendFileSync(file, '{"saved":{"id":1') });
  expect((await call('GET', `/meetings/${id}`, undefined, old)).status).toBe(401);
  expect((await call('GET', `/meetings/${id}/registrants`)).body.registrants).toHaveLength(1);
  expect((await call('GET', `/meetings/${gone.id}`)).status).toBe(404);
});
