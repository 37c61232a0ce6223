import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { columnsWith } from '../../../tests/support/erasure.ts';
import { missedClassesOf, reminderNumber } from '../../../tests/support/missed-classes.ts';
import { numbersOf } from '../../../tests/support/phone-numbers.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, type Student } from '../../../tests/support/students.ts';
import { consentEvents, loginTokens } from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;
let numbers: ReturnType<typeof numbersOf>;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  numbers = numbersOf(portal);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
});

const unconfirmed = () => {
  const phone = numbers.newPhone();
  return { phone: null, unconfirmedPhone: phone };
};

async function openUnconfirmed() {
  const columns = unconfirmed();
  const student = await world.openTextedStudent(columns);
  return { ...student, phone: columns.unconfirmedPhone };
}

const edit = (student: Pick<Student, 'id' | 'email' | 'lastName'>, change: object) =>
  admin.patch(`/api/admin/students/${student.id}`, {
    email: student.email,
    firstName: 'Sam',
    lastName: student.lastName,
    startDate: '2026-01-01',
    textConsent: true,
    ...change,
  });

test('a reminder to an unconfirmed number has a link that doesn’t sign in', async () => {
  const student = await openUnconfirmed();
  await student.choose(await addClassOn(portal, '2026-11-24'));
  await world.passTo('2026-11-23T16:00:00-08:00');
  expect(await world.textsTo(student.phone)).toEqual([
    expect.stringMatching(/Class 5 is tomorrow.*http:\/\/localhost:\d+\/schedule\S* Reply STOP/),
  ]);
  const theirs = eq(loginTokens.personId, student.id);
  expect(await portal.database.$count(loginTokens, theirs)).toBe(0);
});

test('a reply from an unconfirmed number changes nothing and says why', async () => {
  await addClassOn(portal, '2026-12-01');
  const columns = unconfirmed();
  const student = await world.openNotified(columns);
  const phone = columns.unconfirmedPhone;
  const [text] = (await world.textsTo(phone)).slice(-1);
  expect(text).toMatch(/We missed you in Class 5\. Pick a new time: \S+ Reply STOP/);
  const before = await student.rows();
  for (const words of ['1', 'UNDO']) {
    expect(await world.say(phone, words)).toMatch(
      /Please confirm this number first\. Then you can pick times by text\. Your schedule: \S+\/schedule /,
    );
  }
  expect(await student.rows()).toEqual(before);
});

test('STOP applies to everyone with the number, START to its owner', async () => {
  const owner = await world.openTextedStudent();
  const shared = { phone: null, unconfirmedPhone: owner.phone };
  const [other, third] = [
    await world.openTextedStudent(shared),
    await world.openTextedStudent(shared),
  ];
  await world.reply(owner.phone, 'STOP', reminderNumber);
  const consents = () => Promise.all([owner, other, third].map(({ id }) => world.consentOf(id)));
  expect(await consents()).toEqual([false, false, false]);
  await world.reply(owner.phone, 'START', reminderNumber);
  expect(await consents()).toEqual([true, false, false]);
});

test('START from an unconfirmed number applies to those who entered it', async () => {
  const student = await openUnconfirmed();
  await world.reply(student.phone, 'STOP', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(false);
  await world.reply(student.phone, 'START', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(true);
});

test('staff see that a number is unconfirmed and can’t send a login link there', async () => {
  const student = await openUnconfirmed();
  const { body } = await admin.get(`/api/admin/people/${student.id}`);
  expect(body).toMatchObject({ phone: student.phone, isPhoneConfirmed: false });
  expect(body.student.phone).toBe(student.phone);
  const path = `/api/admin/people/${student.id}/send-login-link`;
  expect(await admin.post(path, { by: 'text' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('hasn’t confirmed it yet') },
  });
});

test('a number saved unchanged by staff stays unconfirmed; a new one is trusted', async () => {
  const student = await openUnconfirmed();
  expect((await edit(student, { phone: student.phone })).status).toBe(200);
  expect(await numbers.rowOf(student.id)).toMatchObject({
    phone: null,
    unconfirmedPhone: student.phone,
  });
  expect((await student.get('/api/user')).status).toBe(200);
  const phone = numbers.newPhone();
  expect((await edit(student, { phone })).status).toBe(200);
  expect(await numbers.rowOf(student.id)).toMatchObject({ phone, unconfirmedPhone: null });
  expect(await numbers.askBy(phone)).toHaveLength(1);
});

test('staff can’t remove the number of someone who gets texts without ending the texts', async () => {
  const student = await world.openTextedStudent();
  expect(await edit(student, { phone: '' })).toMatchObject({
    status: 409,
    body: { field: 'textConsent', message: expect.stringContaining('They need a phone number') },
  });
  expect((await edit(student, { phone: '', textConsent: false })).status).toBe(200);
});

test('consent without a number is refused and not recorded', async () => {
  for (const role of ['student', 'alumni', 'teacher'] as const) {
    const person = await world.openTextedStudent({ role, phone: null });
    await world.setConsent(person.id, false);
    const answer = await person.post('/api/update-text-consent', { consent: true, clicked: true });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: 'Please enter the phone number we should text.', field: 'phone' },
    });
    expect((await numbers.rowOf(person.id))?.textContinueClicked).toBe(false);
    expect(await portal.database.$count(consentEvents, eq(consentEvents.personId, person.id))).toBe(
      2,
    );
    const no = await person.post('/api/update-text-consent', { consent: false, clicked: true });
    expect(no.status).toBe(200);
  }
});

test('an unconfirmed number is in the person’s data, the lists and the search', async () => {
  const student = await openUnconfirmed();
  const { body: data } = await student.get('/api/account/data');
  expect(data.profile).toMatchObject({ phone: student.phone, isPhoneConfirmed: false });
  const { body: rows } = await admin.get('/api/students');
  expect(rows.find(({ id }: { id: number }) => id === student.id).phone).toBe(student.phone);
  const alumnus = await world.openTextedStudent({ ...unconfirmed(), role: 'alumni' });
  const phone = (await numbers.rowOf(alumnus.id))?.textPhone ?? '';
  const { body } = await admin.get(`/api/alumni?page=1&limit=20&search=${phone.slice(-7)}`);
  expect(body.data).toMatchObject([{ id: alumnus.id, phone }]);
});

test('erasing a person removes an unconfirmed number and its code', async () => {
  const student = await openUnconfirmed();
  await numbers.type(student, numbers.newPhone());
  const last = numbers.newPhone();
  await numbers.type(student, last);
  await numbers.codeFor(student, last);
  const path = `/api/admin/people/${student.id}/erase`;
  const erased = await admin.post(path, { email: student.email });
  expect(erased.status).toBe(200);
  await world.finishJobs();
  const found = await columnsWith(portal, last);
  // The counters may keep the number, because they expire after a day.
  expect(found.filter((column) => !column.startsWith('public.attempts'))).toEqual([]);
});
