import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, tokenOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import {
  addClassOn,
  clearClasses,
  openScheduledStudent,
  openStudent,
} from '../../../tests/support/students.ts';
import { people } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await clearClasses(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

const path = '/api/account/time-zone';

async function signIn(email: string, timeZone?: string) {
  const { client, token } = await signInOf(portal).requestLink(email);
  const headers = timeZone === undefined ? {} : { 'x-time-zone': timeZone };
  const { body } = await client.post('/api/auth/verify', { token }, headers);
  expect(body.user.email).toBe(email);
  return client;
}

async function zoneOf(personId: number) {
  const [person] = await portal.database.select().from(people).where(eq(people.id, personId));
  return person?.timeZone;
}

test('signing in keeps the device’s time zone until a device in another one signs in', async () => {
  const { id, email } = await openStudent(portal);
  await signIn(email, 'Europe/Berlin');
  expect(await zoneOf(id)).toBe('Europe/Berlin');
  await signIn(email);
  await signIn(email, "Mars/Olympus'; --");
  expect(await zoneOf(id)).toBe('Europe/Berlin');
  await signIn(email, 'America/Los_Angeles');
  expect(await zoneOf(id)).toBeNull();
});

test('signing in with a link that staff copied doesn’t change the time zone', async () => {
  const { id } = await openStudent(portal);
  const [name = '', value = ''] = (await portal.cookieOf('teacher@demo.test')).split('=');
  const teacher = openClient(portal, { [name]: value });
  const { body } = await teacher.post(`/api/admin/people/${id}/login-link`);
  const token = tokenOf(portal.url + body.loginLink);
  const confirmed = { token, confirmed: true };
  const headers = { 'x-time-zone': 'Europe/Berlin' };
  const { status } = await openClient(portal).post('/api/auth/verify', confirmed, headers);
  expect([status, await zoneOf(id)]).toEqual([200, null]);
});

test('a time zone that the person chose stays until they choose the device’s again', async () => {
  const { id, email } = await openStudent(portal);
  const client = await signIn(email, 'Europe/Berlin');
  const chosen = { timeZone: 'Asia/Tokyo', isTimeZoneChosen: true };
  expect((await client.post(path, chosen)).body).toEqual({ message: 'Time zone saved' });
  await signIn(email, 'Europe/Berlin');
  expect((await client.get('/api/user')).body).toMatchObject(chosen);
  expect((await client.get('/api/account/data')).body.profile.timeZone).toBe('Asia/Tokyo');
  await client.post(path, { timeZone: 'Europe/Berlin', isTimeZoneChosen: false });
  await signIn(email, 'America/New_York');
  expect(await zoneOf(id)).toBe('America/New_York');
});

test('a time zone that doesn’t exist is refused', async () => {
  const student = await openStudent(portal);
  const refused = await student.post(path, { timeZone: '+01:00', isTimeZoneChosen: true });
  expect(refused).toMatchObject({ status: 400, body: { message: 'Please choose a time zone' } });
});

test('erasing a person erases their time zone', async () => {
  const { id } = await openStudent(portal, { timeZone: 'Europe/Berlin', isTimeZoneChosen: true });
  await portal.database.execute(
    sql`select erase_person(${id}, ${testNow.toISOString()}::timestamptz)`,
  );
  expect(await zoneOf(id)).toBeNull();
});

test('an email gives each class’s time in Pacific time and in the student’s own', async () => {
  const student = await openScheduledStudent(portal, { timeZone: 'Europe/Berlin' });
  const { text } = await messageTo(portal, student.email);
  expect(text).toContain('4:00 PM PT (Wed, 1:00 AM in Berlin)');
});

test('a reminder has the student’s own time if that fits in one text', async () => {
  const world = remindersOf(portal);
  const near = await world.openTextedStudent({ timeZone: 'America/Lima' });
  const far = await world.openTextedStudent({ timeZone: 'Asia/Ho_Chi_Minh' });
  const classId = await addClassOn(portal, '2026-11-24');
  for (const student of [near, far]) await student.choose(classId);
  await world.passTo('2026-11-23T16:00:00-08:00');
  const [inBoth, inPacific] = [await world.textsTo(near.phone), await world.textsTo(far.phone)];
  expect(inBoth).toEqual([expect.stringContaining('tomorrow at 4:00 PM PT (7:00 PM in Lima).')]);
  expect(inPacific).toEqual([expect.stringContaining('tomorrow at 4:00 PM PT. Join')]);
});
