import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog } from '../database/schema.ts';

let portal: Portal;
let site: ReturnType<typeof retreatSiteOf>;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  site = retreatSiteOf(portal);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

async function registerStranger(event: { email?: string; phone?: string } = {}) {
  const reference = site.newReference();
  await site.postWebhook({ reference, ...event });
  return { reference, id: (await site.row(reference))?.id ?? 0 };
}

const match = (id: number, personId: number) =>
  admin.post(`/api/admin/retreat-registrations/${id}/match`, { personId });

async function unmatched(): Promise<string[]> {
  const { body } = await admin.get('/api/admin/retreat-registrations/unmatched');
  return body.map(({ siteReference }: { siteReference: string }) => siteReference);
}

async function lastMatch() {
  const [entry] = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'retreat: matched'))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return entry;
}

const newPerson = (email: string, phoneNumber = '') =>
  admin.post('/api/admin/users', {
    email,
    phoneNumber,
    firstName: 'Ada',
    lastName: 'Byron',
    startDate: '2026-11-20',
    role: 'student',
  });

test('an unknown guest is listed with the site’s details until they cancel', async () => {
  const reference = site.newReference();
  const event = { reference, email: 'stranger@example.org', phone: '202 555 0192' };
  await site.postWebhook(event);
  const { body } = await admin.get('/api/admin/retreat-registrations/unmatched');
  expect(body[0]).toEqual({
    id: expect.any(Number),
    retreatTitle: 'A day by the lake',
    retreatDescription: 'Bring a blanket.',
    guestName: null,
    email: 'stranger@example.org',
    phone: '+12025550192',
    siteReference: reference,
    registeredAt: expect.stringMatching(/^2026-11-16T18:/),
  });
  await site.postWebhook({ ...event, type: 'canceled', at: 1 });
  expect(await unmatched()).not.toContain(reference);
});

test('an admin’s match stays, even if the site sends other details later', async () => {
  const student = await openStudent(portal);
  const { id, reference } = await registerStranger({ email: 'private@example.org' });
  const answer = await match(id, student.id);
  expect(answer).toMatchObject({ status: 200, body: { id, retreatTitle: 'A day by the lake' } });
  expect(await unmatched()).not.toContain(reference);
  expect(await lastMatch()).toMatchObject({
    subject: `retreat-registration:${id}`,
    before: { personId: null },
    after: { personId: student.id },
  });
  const email = 'mid-course@demo.test';
  await site.postWebhook({ reference, type: 'changed', at: 1, title: 'Another day', email });
  const { body } = await student.get('/api/retreat-registration');
  expect(body.retreatTitle).toBe('Another day');
});

test('a registration that is matched, canceled, or unknown cannot be matched', async () => {
  const [student, other] = [
    await openStudent(portal, { firstName: 'Zoë' }),
    await openStudent(portal),
  ];
  const { id, reference } = await registerStranger();
  expect((await match(id, 2_000_000_000)).status).toBe(404);
  expect((await match(999_999_999, student.id)).status).toBe(404);
  expect((await match(id, student.id)).status).toBe(200);
  const again = await match(id, other.id);
  expect(again.status).toBe(409);
  expect(again.body.message).toMatch(/^This registration already belongs to Zoë Sample \d+\.$/);
  expect((await site.row(reference))?.personId).toBe(student.id);

  const gone = await registerStranger();
  await site.postWebhook({ reference: gone.reference, type: 'canceled', at: 1 });
  const late = await match(gone.id, student.id);
  expect([late.status, late.body.message]).toEqual([
    409,
    'This registration was canceled on the retreat site.',
  ]);
});

test('when two admins match at once, the second learns whose it is', async () => {
  const students = [await openStudent(portal), await openStudent(portal)];
  const { id } = await registerStranger();
  const answers = await Promise.all(students.map((student) => match(id, student.id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a new account gets the registrations with its email or phone number', async () => {
  const byEmail = await registerStranger({ email: 'Ada@Example.org' });
  const byPhone = await registerStranger({ email: 'else@example.org', phone: '202-555-0193' });
  const notHers = await registerStranger({ email: 'bda@example.org' });
  const { body } = await newPerson('ada@example.org', '(202) 555-0193');
  for (const { reference } of [byEmail, byPhone]) {
    expect((await site.row(reference))?.personId).toBe(body.user.id);
  }
  expect((await site.row(notHers.reference))?.personId).toBeNull();
  expect(await lastMatch()).toMatchObject({ after: { personId: body.user.id } });
});

test('a corrected email or phone number gets its registrations, and a rejected one does not', async () => {
  const student = await openStudent(portal);
  const fields = {
    firstName: 'Sam',
    lastName: 'Sample',
    startDate: '2026-01-01',
    textConsent: false,
  };
  const edit = (change: object) =>
    admin.patch(`/api/admin/students/${student.id}`, { ...fields, ...change });
  const first = await registerStranger({ email: 'sam@new.test' });
  const second = await registerStranger({ phone: '+1 202 555 0194' });
  expect((await edit({ email: 'alumni@demo.test', phone: '202 555 0194' })).status).toBe(409);
  expect((await site.row(second.reference))?.personId).toBeNull();
  expect((await edit({ email: 'SAM@new.test' })).status).toBe(200);
  expect((await site.row(first.reference))?.personId).toBe(student.id);
  expect((await edit({ email: 'sam@new.test', phone: '202 555 0194' })).status).toBe(200);
  expect((await site.row(second.reference))?.personId).toBe(student.id);
});

test('an account and a registration created at the same moment are matched', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const email = `moment-${round}@example.org`;
    const reference = site.newReference();
    const [added] = await Promise.all([newPerson(email), site.postWebhook({ reference, email })]);
    expect((await site.row(reference))?.personId).toBe(added.body.user.id);
  }
});
