import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { retreatRegistrations } from '../database/schema.ts';

let portal: Portal;
let site: ReturnType<typeof retreatSiteOf>;
beforeAll(async () => {
  portal = await openPortal();
  site = retreatSiteOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

async function shownTo(student: Awaited<ReturnType<typeof openStudent>>) {
  const { body } = await student.get('/api/retreat-registration');
  return body && [body.retreatTitle, body.retreatDescription];
}

test('a forged, unsigned, or outdated webhook is rejected and leaves no trace', async () => {
  const reference = site.newReference();
  const body = site.bodyOf({ reference, email: 'mid-course@demo.test' });
  const now = site.nowSeconds();
  const later = (seconds: number) => {
    const timestamp = String(Number(now) + seconds);
    return { timestamp, signature: site.sign(timestamp, body) };
  };
  const attempts = [
    { signature: '' },
    { signature: site.sign(now, body, 'another secret that is long') },
    { signature: site.sign(now, body).replace('v1=', 'v0=') },
    { signature: site.sign(now, `${body} `) },
    { timestamp: String(Number(now) - 1), signature: site.sign(now, body) },
    { timestamp: '', signature: site.sign('', body) },
    { timestamp: 'soon', signature: site.sign('soon', body) },
    later(-302),
    later(330),
  ];
  for (const attempt of attempts) expect((await site.post(body, attempt)).status).toBe(401);
  expect(await site.row(reference)).toBeUndefined();
  expect((await site.post(body, later(-290))).status).toBe(200);
  expect(await site.row(reference)).toBeDefined();
});

test('a body with missing, extra, or invalid fields is rejected with a message', async () => {
  const good = JSON.parse(site.bodyOf({ reference: site.newReference() }));
  const { registration } = good;
  const refusal = async (body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const { status, message } = await site.post(text);
    return `${status} ${message}`;
  };
  const withField = (field: object) => ({ ...good, registration: { ...registration, ...field } });
  expect(await refusal('{"id":')).toBe('400 The body: We couldn’t read this value');
  expect(await refusal('')).toBe('400 The body: We couldn’t read this value');
  expect(await refusal([good])).toBe('400 The body: We couldn’t read this value');
  expect(await refusal({ ...good, id: undefined })).toBe('400 id: This field is required');
  expect(await refusal({ ...good, type: 'refunded' })).toBe('400 type: Unknown event type');
  expect(await refusal({ ...good, at: 'today' })).toBe('400 at: We couldn’t read this value');
  expect(await refusal({ ...good, extra: 1 })).toBe('400 The body: Unknown field extra');
  expect(await refusal(withField({ personId: 1 }))).toBe(
    '400 registration: Unknown field personId',
  );
  expect(await refusal(withField({ title: ' ' }))).toBe(
    '400 registration.title: This field is required',
  );
  expect(await refusal(withField({ email: 'ada' }))).toBe(
    '400 registration.email: This isn’t a valid email address',
  );
  expect(await refusal(withField({ title: 'x'.repeat(201) }))).toBe(
    '400 registration.title: Please use at most 200 characters',
  );
  expect(await site.row(registration.reference)).toBeUndefined();
});

test('a retreat is matched by email in any letter case, or by phone in any format', async () => {
  const byEmail = await openStudent(portal, { email: 'Guest.One@school.test' });
  const byPhone = await openStudent(portal, { phone: '+12025550190' });
  await site.postWebhook({ reference: site.newReference(), email: 'gUEST.one@School.test' });
  await site.postWebhook({
    reference: site.newReference(),
    email: 'x@y.test',
    phone: '(202) 555 0190',
  });
  for (const student of [byEmail, byPhone]) {
    expect(await shownTo(student)).toEqual(['A day by the lake', 'Bring a blanket.']);
  }
});

test('email beats phone number, and a student beats everyone else', async () => {
  const phone = '+12025550191';
  const [one, other] = [await openStudent(portal), await openStudent(portal, { phone })];
  const alumnus = await openStudent(portal, { role: 'alumni', email: 'alumnus@school.test' });
  const ownerOf = async (email: string) => {
    const reference = site.newReference();
    await site.postWebhook({ reference, email, phone });
    return (await site.row(reference))?.personId;
  };
  const { email } = (await one.get('/api/user')).body;
  expect(await ownerOf(email)).toBe(one.id);
  expect(await ownerOf('alumnus@school.test')).toBe(other.id);
  const reference = site.newReference();
  await site.postWebhook({ reference, email: 'alumnus@school.test' });
  expect((await site.row(reference))?.personId).toBe(alumnus.id);
});

test('an unreadable phone number is kept as it was typed', async () => {
  const reference = site.newReference();
  await site.postWebhook({ reference, phone: 'ask Mary' });
  expect(await site.row(reference)).toMatchObject({ phone: 'ask Mary', personId: null });
});

test('a change on the site is shown, even over an admin’s correction, and a cancellation removes it', async () => {
  const email = 'changing@school.test';
  const student = await openStudent(portal, { email });
  const reference = site.newReference();
  await site.postWebhook({ reference, email });
  await portal.database
    .update(retreatRegistrations)
    .set({ title: 'as an admin put it' })
    .where(eq(retreatRegistrations.siteReference, reference));
  await site.postWebhook({ reference, email, type: 'changed', at: 1, title: 'Another day' });
  expect(await shownTo(student)).toEqual(['Another day', 'Bring a blanket.']);
  await site.postWebhook({ reference, email, type: 'canceled', at: 2 });
  expect(await shownTo(student)).toBeNull();
  await site.postWebhook({ reference, email, type: 'made', at: 3, title: 'After all' });
  expect(await shownTo(student)).toEqual(['After all', 'Bring a blanket.']);
});

test('a repeated event changes nothing', async () => {
  const email = 'again@school.test';
  const student = await openStudent(portal, { email });
  const reference = site.newReference();
  const body = site.bodyOf({ reference, email });
  expect(await site.post(body)).toEqual({ status: 200, message: 'Noted.' });
  await portal.database
    .update(retreatRegistrations)
    .set({ title: 'as an admin put it' })
    .where(eq(retreatRegistrations.siteReference, reference));
  portal.clock.moveOn(60_000);
  expect(await site.post(body)).toEqual({ status: 200, message: 'Noted.' });
  expect(await shownTo(student)).toEqual(['as an admin put it', 'Bring a blanket.']);
});

test('an older event that arrives late changes nothing', async () => {
  const email = 'order@school.test';
  const student = await openStudent(portal, { email });
  const changed = site.newReference();
  await site.postWebhook({
    reference: changed,
    email,
    type: 'changed',
    at: 20,
    title: 'The last word',
  });
  await site.postWebhook({
    reference: changed,
    email,
    type: 'changed',
    at: 10,
    title: 'Before that',
  });
  await site.postWebhook({ reference: changed, email, type: 'made', at: 0, title: 'At first' });
  expect((await shownTo(student))[0]).toBe('The last word');
  await site.postWebhook({ reference: changed, email, type: 'canceled', at: 15 });
  expect((await shownTo(student))[0]).toBe('The last word');
  await site.postWebhook({ reference: changed, email, type: 'canceled', at: 20 });
  await site.postWebhook({ reference: changed, email, type: 'changed', at: 20 });
  expect(await shownTo(student)).toBeNull();

  const canceled = site.newReference();
  await site.postWebhook({ reference: canceled, email, type: 'canceled', at: 10 });
  await site.postWebhook({ reference: canceled, email, type: 'made', at: 0 });
  expect(await shownTo(student)).toBeNull();
});

test('simultaneous events leave one row with the newest state, in any order', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const reference = site.newReference();
    const made = site.bodyOf({ reference, title: 'At first' });
    const changed = site.bodyOf({ reference, type: 'changed', at: 10, title: 'The last word' });
    const bodies = round % 2 ? [made, changed, made, changed] : [changed, made, changed, made];
    const answers = await Promise.all(bodies.map((body) => site.post(body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await site.row(reference))?.title).toBe('The last word');
  }
});

test('events that are 31 or 100 days old are refused', async () => {
  const reference = site.newReference();
  const body = site.bodyOf({ reference });
  const timestamp = site.nowSeconds();
  expect((await site.post(body, { timestamp })).status).toBe(200);
  // The record of the event may have been deleted by then, and so may the registration.
  await portal.database.execute('delete from webhook_events; delete from retreat_registrations');
  for (const days of [31, 69]) {
    portal.clock.moveOn(days * 24 * 60 * 60 * 1000);
    expect((await site.post(body, { timestamp })).status).toBe(401);
  }
  expect(await site.row(reference)).toBeUndefined();
});
