import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { reminderNumber } from '../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let world: ReturnType<typeof remindersOf>;
beforeAll(async () => {
  portal = await openPortal();
  world = remindersOf(portal);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

const edit = (student: Student, change: object) =>
  admin.patch(`/api/admin/students/${student.id}`, {
    email: student.email,
    firstName: 'Sam',
    lastName: student.lastName,
    startDate: '2026-01-01',
    ...change,
  });
const rowOf = async ({ id }: Student) => (await admin.get(`/api/admin/people/${id}`)).body.student;

test('only the person can turn texts back on after replying STOP', async () => {
  const student = await world.openTextedStudent();
  await world.reply(student.phone, 'STOP', reminderNumber);
  expect(await rowOf(student)).toMatchObject({ textConsent: false, textRefusal: 'reply' });
  const { phone } = student;
  const refused = await edit(student, { phone, textConsent: true });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    message: expect.stringContaining('Only they can turn texts back on'),
    field: 'textConsent',
  });
  expect((await edit(student, { phone, textConsent: false })).status).toBe(200);
  await world.reply(student.phone, 'START', reminderNumber);
  expect(await rowOf(student)).toMatchObject({ textConsent: true, textRefusal: null });
  expect((await edit(student, { phone, textConsent: false })).status).toBe(200);
  expect((await edit(student, { phone, textConsent: true })).status).toBe(200);
});

test('only the person can turn texts back on after opting out on their own page', async () => {
  const student = await openStudent(portal, { phone: '+12025555001' });
  const phone = '+12025555001';
  const choose = (consent: boolean) =>
    student.post('/api/update-text-consent', { consent, clicked: true });
  expect((await edit(student, { phone, textConsent: true })).status).toBe(200);
  await choose(false);
  expect((await edit(student, { phone, textConsent: true })).body.message).toContain(
    'turned texts off on their account page',
  );
  await choose(true);
  expect(await rowOf(student)).toMatchObject({ textConsent: true, textRefusal: null });
});

test('texts need a phone number, and other edits are saved without one', async () => {
  const student = await openStudent(portal);
  const refused = await edit(student, { textConsent: true });
  expect([refused.status, refused.body.field]).toEqual([409, 'textConsent']);
  expect(refused.body.message).toContain('They need a phone number');
  expect((await edit(student, { textConsent: false, firstName: 'Ada' })).status).toBe(200);
  expect((await edit(student, { textConsent: true, phone: '(202) 555-5002' })).status).toBe(200);
});
