import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { correctionsOf } from '../../../tests/support/corrections.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import type { Student } from '../../../tests/support/students.ts';
import { erasePerson } from '../people/index.ts';

let portal: Portal;
let world: ReturnType<typeof correctionsOf>;
const minute = 60 * 1000;

beforeAll(async () => {
  portal = await openPortal();
  world = correctionsOf(portal);
  await world.forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(() => world.setZoomReporting());

test('a guest name is matched to one person, and unmatched again', async () => {
  await world.setZoomReporting({ sharedLink: 'lets-in' });
  const { classId, meetingId, students } = await world.openClass(2);
  const [nora, marcus] = students as [Student, Student];
  await fetch(`${portal.sandbox.url}/zoom/j/${meetingId}/guest`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Nora’s iPad' }),
  });
  await portal.sandbox.zoomWebhooksSent();
  portal.clock.moveOn(61 * minute);
  const unknown = async () =>
    (await world.admin().get(`/api/admin/classes/${classId}`)).body.unknownGuests;
  const isNot = { registeredAtZoom: false, joinedAt: expect.any(String) };
  expect(await unknown()).toMatchObject([{ name: 'Nora’s iPad', ...isNot }]);

  const guestName = 'Nora’s iPad';
  expect((await world.correct(classId, nora, 'Present', { guestName: 'Nobody' })).status).toBe(409);
  expect((await world.correct(classId, nora, 'Present', { guestName })).status).toBe(200);
  expect(await unknown()).toEqual([]);
  expect(await world.guestOf(classId, nora)).toMatchObject({
    attendance: { status: 'Present', source: 'hand', joinedAt: expect.any(String) },
    correction: { guestName },
  });
  expect(await world.correct(classId, marcus, 'Present', { guestName })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('is already matched') },
  });
  await world.correct(classId, nora, 'Withdrawn');
  expect(await unknown()).toHaveLength(1);
  expect(await world.statusOf(nora)).toEqual([]);

  await world.correct(classId, nora, 'Present', { guestName });
  await erasePerson(portal, { id: world.admin().id, ip: '::1' }, nora.id, nora.email);
  expect(await world.guestOf(classId, nora)).toMatchObject({ correction: { guestName: null } });
  expect(await unknown()).toEqual([]);
});

test('a guest who registered on Zoom’s own page is shown as such', async () => {
  const { classId, meetingId } = await world.openClass(1);
  const form = { email: 'guest@elsewhere.test', first_name: 'Gus', last_name: 'Elsewhere' };
  await fetch(`${portal.sandbox.url}/zoom/meeting/register/${meetingId}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  await portal.sandbox.zoomWebhooksSent();
  const { body } = await world.admin().get(`/api/admin/classes/${classId}`);
  expect(body.unknownGuests).toMatchObject([{ name: 'Gus Elsewhere', registeredAtZoom: true }]);
});

test('a caller is shown by phone number, and an editor can match them', async () => {
  const { classId, meetingId, student, end } = await world.openClass(1);
  await fetch(`${portal.sandbox.url}/zoom/phone`, {
    method: 'POST',
    body: new URLSearchParams({ meeting_id: meetingId, from: '12025550199' }),
  });
  portal.clock.moveOn(50 * minute);
  await end();
  const seen = async () => (await world.admin().get(`/api/admin/classes/${classId}`)).body;
  const caller = { name: '12025550199', registeredAtZoom: false };
  expect((await seen()).unknownGuests).toMatchObject([caller]);
  expect(await world.statusOf(student)).toEqual([]);

  await world.correct(classId, student, 'Present', { guestName: caller.name });
  expect((await seen()).unknownGuests).toEqual([]);
  expect(await world.statusOf(student)).toEqual(['Present']);
});
