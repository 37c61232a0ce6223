import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog, retreatRegistrations } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

let serial = 0;
async function addRetreat(personId: number, title: string, daysAgo: number) {
  serial += 1;
  const registeredAt = new Date(testNow.getTime() - daysAgo * 24 * 60 * 60 * 1000);
  const [row] = await portal.database
    .insert(retreatRegistrations)
    .values({
      personId,
      siteReference: `r${serial}`,
      title,
      description: 'By the sea',
      registeredAt,
    })
    .returning();
  return row?.id ?? 0;
}

async function openAdmin() {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  return openClient(portal, { session });
}

test('a student sees their own newest retreat registration, or null', async () => {
  const student = await openStudent(portal);
  expect((await student.get('/api/retreat-registration')).body).toBeNull();
  const newest = await addRetreat(student.id, 'newest', 1);
  await addRetreat(student.id, 'older', 2);
  await addRetreat((await openStudent(portal)).id, 'not mine', 0);
  expect((await student.get('/api/retreat-registration')).body).toEqual({
    id: newest,
    retreatTitle: 'newest',
    retreatDescription: 'By the sea',
    startsAt: null,
    endsAt: null,
    isEnteredByHand: false,
    changeUrl: null,
  });
});

test('a student sees the dates and the link to change them, but never a link to another site', async () => {
  const { retreatSite } = portal.settings.site;
  const student = await openStudent(portal);
  const site = retreatSiteOf(portal);
  const reference = site.newReference();
  const times = { startsAt: '2026-11-21T17:00:00.000Z', endsAt: '2026-11-22T01:00:00.000Z' };
  const event = { reference, email: student.email, ...times };
  for (const [at, page, changeUrl] of [
    [1, '/registrations/7', new URL('/registrations/7', retreatSite).href],
    [2, `${retreatSite}/registrations/7`, `${retreatSite}/registrations/7`],
    [3, 'https://elsewhere.test/registrations/7', null],
    [4, 'javascript:alert(1)', null],
    [5, 'http://', null],
    [6, undefined, null],
  ] as const) {
    await site.postWebhook({ ...event, at, ...(page && { page }) });
    const { body } = await student.get('/api/retreat-registration');
    expect(body).toMatchObject({ ...times, isEnteredByHand: false, changeUrl });
  }
});

test('a canceled retreat registration is not shown', async () => {
  const student = await openStudent(portal);
  const id = await addRetreat(student.id, 'canceled', 1);
  const whereIt = eq(retreatRegistrations.id, id);
  await portal.database.update(retreatRegistrations).set({ canceledAt: testNow }).where(whereIt);
  expect((await student.get('/api/retreat-registration')).body).toBeNull();
});

test('a canceled retreat registration cannot be edited', async () => {
  const admin = await openAdmin();
  const id = await addRetreat((await openStudent(portal)).id, 'canceled', 1);
  const whereIt = eq(retreatRegistrations.id, id);
  const edit = () =>
    admin.patch(`/api/admin/retreat-registrations/${id}`, {
      retreatTitle: 'New',
      retreatDescription: 'New',
    });
  expect((await edit()).status).toBe(200);
  await portal.database.update(retreatRegistrations).set({ canceledAt: testNow }).where(whereIt);
  expect(await edit()).toMatchObject({ status: 404, body: { message: 'Not found' } });
});

test('Continue on the retreat page is remembered for that student only', async () => {
  const [student, other] = [await openStudent(portal), await openStudent(portal)];
  for (const _twice of [1, 2]) {
    const answer = await student.post('/api/complete-retreat-info');
    expect(answer.body).toEqual({ retreatContinueClicked: true });
  }
  expect((await student.get('/api/user')).body.retreatContinueClicked).toBe(true);
  expect((await other.get('/api/user')).body.retreatContinueClicked).toBe(false);
});

test('an admin corrects a retreat registration, and the audit log has the old values', async () => {
  const student = await openStudent(portal);
  const id = await addRetreat(student.id, 'wrong', 1);
  const admin = await openAdmin();
  const change = { retreatTitle: 'right', retreatDescription: 'Line one\nLine two' };
  const answer = await admin.patch(`/api/admin/retreat-registrations/${id}`, change);
  expect(answer).toMatchObject({ status: 200, body: { id, ...change } });
  expect((await student.get('/api/retreat-registration')).body).toMatchObject({ id, ...change });
  const [entry] = await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({
    action: 'retreat: edited',
    subject: `retreat-registration:${id}`,
    before: { id, retreatTitle: 'wrong', retreatDescription: 'By the sea' },
    after: { id, ...change },
  });
});

test('returns 404 for an unknown registration, and empty fields get the specification’s messages', async () => {
  const admin = await openAdmin();
  const edit = (id: number, change: object) =>
    admin.patch(`/api/admin/retreat-registrations/${id}`, {
      retreatTitle: 'title',
      retreatDescription: 'description',
      ...change,
    });
  expect((await edit(999_999_999, {})).status).toBe(404);
  expect((await edit(1, { retreatTitle: ' ' })).body.message).toBe('Title is required');
  expect((await edit(1, { retreatDescription: '' })).body.message).toBe('Description is required');
});
