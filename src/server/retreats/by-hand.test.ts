import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import {
  clearClasses,
  openScheduledStudent,
  openStudent,
} from '../../../tests/support/students.ts';
import { auditLog, people, reminders } from '../database/schema.ts';

let portal: Portal;
let site: ReturnType<typeof retreatSiteOf>;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  site = retreatSiteOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});

const path = '/api/admin/retreat-registrations';
const list = async (which: 'unmatched' | 'dismissed') => (await admin.get(`${path}/${which}`)).body;
const references = async (which: 'unmatched' | 'dismissed') =>
  (await list(which)).map(({ siteReference }: { siteReference: string }) => siteReference);
const detach = (id: number, personId: number, isNotOurs = false) =>
  admin.post(`${path}/${id}/detach`, { personId, isNotOurs });
const match = (id: number, personId: number) => admin.post(`${path}/${id}/match`, { personId });

async function registerGuest(event: object) {
  const reference = site.newReference();
  await site.postWebhook({ reference, ...event });
  return { reference, id: (await site.row(reference))?.id ?? 0 };
}

async function actionsOn(subject: string) {
  const rows = await portal.database
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(eq(auditLog.subject, subject))
    .orderBy(auditLog.id);
  return rows.map(({ action }) => action).filter((action) => action.startsWith('retreat'));
}

test('a guest is listed with their name, even if a later event has none', async () => {
  const { reference, id } = await registerGuest({
    name: 'Gina Guest',
    email: 'gina@elsewhere.test',
  });
  await site.postWebhook({ reference, email: 'gina@elsewhere.test', type: 'changed', at: 5 });
  expect((await list('unmatched')).find((one: { id: number }) => one.id === id)).toMatchObject({
    guestName: 'Gina Guest',
    email: 'gina@elsewhere.test',
  });
});

test('“Not ours” removes a registration from the list until it is brought back, despite later events or new accounts', async () => {
  const email = 'not-ours@elsewhere.test';
  const { reference, id } = await registerGuest({ email });
  for (const _twice of [1, 2]) expect((await admin.post(`${path}/${id}/dismiss`)).status).toBe(200);
  const student = await openStudent(portal, { email: 'other@elsewhere.test' });
  await site.postWebhook({ reference, email: student.email, type: 'changed', at: 5 });
  await admin.post('/api/admin/users', {
    email,
    firstName: 'Ada',
    lastName: 'Byron',
    startDate: '2026-11-20',
    role: 'student',
  });
  expect(await site.row(reference)).toMatchObject({ personId: null });
  expect(await references('unmatched')).not.toContain(reference);
  expect(await references('dismissed')).toContain(reference);
  expect((await admin.post(`${path}/${id}/restore`)).status).toBe(200);
  expect(await references('unmatched')).toContain(reference);
  expect((await match(id, student.id)).status).toBe(200);
  expect((await admin.post(`${path}/${id}/dismiss`)).body.message).toContain('belongs to Sam');
  expect(await actionsOn(`retreat-registration:${id}`)).toEqual([
    'retreat: dismissed',
    'retreat: brought back',
    'retreat: matched',
  ]);
});

test('an undone match is hidden from the student and not matched again automatically', async () => {
  const student = await openStudent(portal);
  const { reference, id } = await registerGuest({ email: student.email });
  expect((await student.get('/api/retreat-registration')).body).toMatchObject({ id });
  const answers = await Promise.all([detach(id, student.id), detach(id, student.id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await student.get('/api/retreat-registration')).body).toBeNull();
  expect(await references('unmatched')).toContain(reference);
  await site.postWebhook({ reference, email: student.email, type: 'changed', at: 5 });
  expect((await student.get('/api/retreat-registration')).body).toBeNull();
  expect(await actionsOn(`person:${student.id}`)).toEqual(['retreat: detached']);
  const other = await openStudent(portal);
  await match(id, other.id);
  const refused = await detach(id, student.id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `This registration already belongs to Sam ${other.lastName}.`,
  ]);
  expect((await detach(id, other.id, true)).status).toBe(200);
  expect(await references('dismissed')).toContain(reference);
});

const booked = {
  retreatTitle: 'A day in the hills',
  retreatDescription: 'Booked by phone.',
  date: '2026-12-05',
  from: '09:00',
  until: '17:00',
};
const enter = (personId: number, change: object = {}) =>
  admin.post(`/api/admin/people/${personId}/retreats`, { ...booked, ...change });

test('a retreat that an admin enters looks like one from the site, is created once, and can be removed', async () => {
  const student = await openStudent(portal);
  const answers = await Promise.all([enter(student.id), enter(student.id)]);
  const [{ body }] = answers;
  expect(answers.map((answer) => answer.body.id)).toEqual([body.id, body.id]);
  const seen = await student.get('/api/retreat-registration');
  expect(seen.body).toEqual({
    id: body.id,
    retreatTitle: booked.retreatTitle,
    retreatDescription: booked.retreatDescription,
    startsAt: '2026-12-05T17:00:00.000Z',
    endsAt: '2026-12-06T01:00:00.000Z',
    isEnteredByHand: true,
    changeUrl: null,
  });
  const row = async () =>
    (await admin.get(`/api/admin/people/${student.id}`)).body.student as Record<string, unknown>;
  expect(await row()).toMatchObject({ retreatScheduled: 'Yes' });
  const calendar = await fetch(`${portal.url}/api/calendar/file`, {
    headers: { cookie: student.cookie },
  });
  expect(await calendar.text()).toContain('DTSTART:20261205T170000Z');
  const edit = { retreatTitle: 'A day at sea', retreatDescription: 'By boat.' };
  expect((await admin.patch(`${path}/${body.id}`, edit)).status).toBe(200);
  for (const _twice of [1, 2]) expect((await detach(body.id, student.id)).status).toBe(200);
  expect(await row()).toMatchObject({ retreatScheduled: 'No' });
  expect(await references('unmatched')).not.toContain(null);
  expect(await actionsOn(`person:${student.id}`)).toEqual([
    'retreat: entered',
    'retreat: detached',
  ]);
});

test('a retreat needs a student and an end after its start, but no date', async () => {
  const student = await openStudent(portal);
  expect((await enter(student.id, { date: '' })).status).toBe(200);
  const wrong = await enter(student.id, { from: '17:00', until: '09:00' });
  expect([wrong.status, wrong.body.message]).toEqual([400, expect.stringContaining('after')]);
  expect((await enter(student.id, { retreatTitle: ' ' })).body.message).toContain(
    'Title is required',
  );
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, student.id));
  expect((await enter(student.id)).status).toBe(404);
});

test('undoing a match or the transfer flag brings the retreat reminder back', async () => {
  await clearClasses(portal);
  const student = await openScheduledStudent(portal);
  const { id } = await enter(student.id).then(({ body }) => body);
  const world = remindersOf(portal);
  await portal.database
    .update(people)
    .set({ phone: '+12025554001' })
    .where(eq(people.id, student.id));
  await world.setConsent(student.id, true);
  const reminderOf = async () => {
    const [found] = await portal.database
      .select()
      .from(reminders)
      .where(eq(reminders.personId, student.id))
      .orderBy(desc(reminders.dueAt));
    return found;
  };
  await world.passTo('2027-04-18T18:00:00Z');
  expect(await reminderOf()).toMatchObject({ kind: 'retreat', outcome: 'needs no retreat' });
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  await detach(id, student.id);
  expect(await reminderOf()).toMatchObject({ outcome: null, dueAt: expect.any(Date) });

  const { body: page } = await admin.get(`/api/admin/people/${student.id}`);
  const set = (transferStudent: boolean, version = page.version) =>
    admin.patch(
      `/api/admin/students/${student.id}/transfer`,
      { transferStudent },
      { 'if-match': `"${version}"` },
    );
  expect((await set(true)).body.message).toContain('now marked as a transfer student');
  await world.passTo('2027-04-19T19:00:00Z');
  expect(await reminderOf()).toMatchObject({ outcome: 'needs no retreat' });
  const [, later = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session: later });
  expect((await set(false)).status).toBe(409);
  expect((await set(true)).status).toBe(200);
  expect((await set(false, page.version + 1)).status).toBe(200);
  await world.passTo('2027-04-20T20:00:00Z');
  expect(await reminderOf()).toMatchObject({ outcome: 'sent' });
  expect((await world.textsTo('+12025554001')).at(-1)).toContain('retreat');
});
