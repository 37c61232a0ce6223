import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openZoomSandbox, type ZoomSandbox } from '../../../tests/support/zoom-sandbox.ts';

const host = 'host@sandbox.test';
let sandbox: ZoomSandbox;

beforeAll(async () => {
  sandbox = await openZoomSandbox();
});
afterEach(async () => {
  await faults({});
  await sandbox.signIn();
});
afterAll(() => sandbox.close());

const faults = (set: object) => sandbox.faults({ noSecondLimits: true, ...set });
const plan = {
  topic: 'A class',
  type: 2,
  start_time: '2026-12-01T16:00:00',
  timezone: 'America/Los_Angeles',
  settings: { approval_type: 0 },
};
const make = async (change: object = {}) =>
  (await sandbox.call('POST', `/users/${host}/meetings`, { ...plan, ...change })).body.id as number;
const guest = (name: string) => ({ email: `${name}@demo.test`, first_name: name, last_name: 'L' });
const guests = (count: number) => Array.from({ length: count }, (_, at) => guest(`guest${at}`));
const addAll = (id: number, registrants: object[]) =>
  sandbox.call('POST', `/meetings/${id}/batch_registrants`, { registrants });
const emailsOf = async (id: number) =>
  (await sandbox.call('GET', `/meetings/${id}/registrants`)).body.registrants.map(
    ({ email }: { email: string }) => email,
  );
const refused = (status: number, code: number) => ({ status, body: { code } });

test('a list of up to thirty people is added at once, and each gets a link', async () => {
  const id = await make();
  const { status, body } = await addAll(id, guests(30));
  expect(status).toBe(201);
  const links = body.registrants.map(({ join_url: link }: { join_url: string }) => link);
  expect(new Set(links).size).toBe(30);
  expect(await emailsOf(id)).toEqual(guests(30).map(({ email }) => email));
  const other = await make();
  expect(await addAll(other, guests(31))).toMatchObject(refused(400, 300));
  expect(await addAll(other, [])).toMatchObject(refused(400, 300));
});

test('people who are already registered are left out of the answer', async () => {
  const id = await make();
  await addAll(id, guests(2));
  const { body } = await addAll(id, guests(3));
  expect(body.registrants).toMatchObject([{ email: 'guest2@demo.test' }]);
  expect(await emailsOf(id)).toHaveLength(3);
});

test('a list that breaks a rule for one person is refused, and adds no one', async () => {
  const id = await make();
  for (let n = 0; n < 3; n += 1)
    await sandbox.call('POST', `/meetings/${id}/registrants`, guest('eva'));
  await faults({ capacity: 4 });
  const wrong: [object[], number, number][] = [
    [[guest('tom'), { ...guest('x'), email: 'no-dot@host' }], 400, 300],
    [[guest('tom'), { ...guest('x'), email: host }], 400, 3027],
    [[guest('tom'), guest('eva')], 429, 429],
    [[guest('tom'), ...guests(3)], 404, 3043],
  ];
  for (const [list, status, code] of wrong) {
    expect(await addAll(id, list)).toMatchObject(refused(status, code));
  }
  expect(await emailsOf(id)).toEqual(['eva@demo.test']);
});

test('lists are only for scheduled meetings with registration, whose host has a license', async () => {
  expect(await addAll(1, guests(1))).toMatchObject(refused(404, 3001));
  const closed = await make({ settings: { approval_type: 2 } });
  expect(await addAll(closed, guests(1))).toMatchObject(refused(404, 404));
  expect(await addAll(await make({ type: 8 }), guests(1))).toMatchObject(refused(400, 303));
  const id = await make();
  await faults({ plan: 'basic' });
  expect(await addAll(id, guests(1))).toMatchObject(refused(400, 200));
});

test('lists need their own scope or the wide one', async () => {
  const id = await make();
  await faults({ scope: 'meeting:write:registrant:admin' });
  await sandbox.signIn();
  expect(await addAll(id, guests(1))).toMatchObject(refused(400, 4711));
  await faults({ scope: 'meeting:write:batch_registrants:admin' });
  await sandbox.signIn();
  expect((await addAll(id, guests(1))).status).toBe(201);
});
