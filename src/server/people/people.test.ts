import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { auditLog, consentEvents, loginTokens, people, registrations } from '../database/schema.ts';
import { staffLinkPath } from '../platform/login-links.ts';
import { deriveToken, newNonce, sha256 } from '../platform/tokens.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let teacher: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  admin = await clientOf('admin@demo.test');
  teacher = await clientOf('teacher@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());

type Email = Parameters<Portal['cookieOf']>[0];
async function clientOf(email: Email) {
  const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
  return openClient(portal, { [name]: value });
}

const ada = {
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Byron',
  phoneNumber: '(202) 555-0190',
  startDate: '2026-11-20',
  transferStudent: true,
  role: 'student',
  isAdmin: false,
};

async function personWith(email: string) {
  const [person] = await portal.database.select().from(people).where(eq(people.email, email));
  if (!person) throw new Error(`no one has ${email}`);
  return person;
}

async function linkIn(client: typeof admin, path: string, email: string): Promise<string> {
  const { body } = await client.get(path);
  return (body.data ?? body).find((row: { email: string }) => row.email === email).loginLink;
}

async function editOf(email: string, change: object) {
  const { id, firstName, lastName, phone, startDate, textConsent } = await personWith(email);
  const body = {
    email,
    firstName,
    lastName,
    phone: phone ?? '',
    startDate,
    textConsent,
    ...change,
  };
  return admin.patch(`/api/admin/students/${id}`, body);
}

test('a new student is created, gets a welcome link that works for seven days, and is in the audit log', async () => {
  const { status, body } = await admin.post('/api/admin/users', ada);
  expect([status, body.status, body.message]).toEqual([
    200,
    'success',
    'Student Ada Byron has been created successfully',
  ]);
  const person = await personWith('ada@example.org');
  expect(person).toMatchObject({
    phone: '+12025550190',
    role: 'student',
    isAdmin: false,
    transferStudent: true,
  });
  const mail = await messageTo(portal, 'ada@example.org');
  expect(mail.subject).toBe('Welcome to the TM course portal');
  portal.clock.moveOn(6.9 * 24 * 60 * 60 * 1000);
  const visitor = openClient(portal);
  const token = tokenIn(mail);
  expect((await visitor.post('/api/auth/verify', { token })).body).toEqual({
    confirmAs: 'a•••@example.org',
    kind: 'welcome',
  });
  expect((await visitor.post('/api/auth/verify', { token, confirmed: true })).status).toBe(200);
  portal.clock.moveOn(-6.9 * 24 * 60 * 60 * 1000);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${person.id}`))
    .orderBy(auditLog.id);
  expect(rows[0]).toMatchObject({ action: 'person: added', after: { email: 'ada@example.org' } });
});

test('the placeholder addresses of erased people cannot be used', async () => {
  const email = 'Erased-3@erased.invalid';
  const { status } = await admin.post('/api/admin/users', { ...ada, email, phoneNumber: '' });
  expect(status).toBe(400);
});

test('an email or phone number in use is refused at its field, and no one is added', async () => {
  const before = await portal.database.$count(people);
  const sameEmail = await admin.post('/api/admin/users', {
    ...ada,
    email: 'Alumni@Demo.test',
    phoneNumber: '',
  });
  expect(sameEmail.status).toBe(409);
  expect(sameEmail.body).toEqual({
    message: 'This email address is already in use by Aiko Tanaka, an alum.',
    field: 'email',
  });
  const samePhone = await admin.post('/api/admin/users', {
    ...ada,
    email: 'b@example.org',
    phoneNumber: '202-555-0100',
  });
  expect(samePhone.body).toEqual({
    message: expect.stringMatching(/^This phone number is already in use by .+, an? \w+\.$/),
    field: 'phoneNumber',
  });
  const noPhone = await admin.post('/api/admin/users', {
    ...ada,
    email: 'c@example.org',
    phoneNumber: '12',
  });
  expect([noPhone.status, noPhone.body.field]).toEqual([400, 'phoneNumber']);
  expect(await portal.database.$count(people)).toBe(before);
});

test('both lists show each viewer a login link that does not work until it is copied', async () => {
  for (const [path, email] of [
    ['/api/students', 'mid-course@demo.test'],
    ['/api/alumni?search=alumni@demo', 'alumni@demo.test'],
  ] as const) {
    const { id, staffLinkCount } = await personWith(email);
    const link = await linkIn(admin, path, email);
    const staffId = (await personWith('admin@demo.test')).id;
    const { linkKey } = portal.settings;
    expect(link).toBe(staffLinkPath(linkKey, { personId: id, staffId, number: staffLinkCount }));
    expect(await linkIn(teacher, path, email)).not.toBe(link);
    const token = new URL(link, portal.url).searchParams.get('token');
    const visitor = openClient(portal);
    expect((await visitor.post('/api/auth/verify', { token, confirmed: true })).status).toBe(400);
  }
});

test('a link the viewer copied stays in its row while it works, and no other link is shown there', async () => {
  const { id: personId } = await personWith('new-student@demo.test');
  const { id: copiedBy } = await personWith('admin@demo.test');
  const shown = () => linkIn(admin, '/api/students', 'new-student@demo.test');
  const dormant = await shown();
  const createdAt = portal.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 60_000);
  const { linkKey } = portal.settings;
  const insert = async (
    values: Pick<typeof loginTokens.$inferInsert, 'kind' | 'copiedBy'>,
    key = linkKey,
  ) => {
    const nonce = newNonce();
    const token = deriveToken(key, nonce);
    const tokenHash = sha256(token);
    const times = { createdAt, expiresAt };
    await portal.database
      .insert(loginTokens)
      .values({ tokenHash, nonce, personId, ...times, ...values });
    return `/verify?token=${token}`;
  };
  await insert({ kind: 'welcome' });
  await insert({ kind: 'asked' });
  await insert({ kind: 'staff', copiedBy: (await personWith('teacher@demo.test')).id });
  await insert({ kind: 'staff', copiedBy }, 'the key of login links before today’s');
  expect(await shown()).toBe(dormant);
  const copied = await insert({ kind: 'staff', copiedBy });
  expect(await shown()).toBe(copied);
  await portal.database
    .update(loginTokens)
    .set({ endedAt: createdAt })
    .where(eq(loginTokens.copiedBy, copiedBy));
  expect(await shown()).toBe(dormant);
});

test('moving the start date by a week resets the account, and by six days does not', async () => {
  const { id, startDate } = await personWith('finished-picking@demo.test');
  const shifted = (days: number) =>
    new Date(Date.parse(startDate ?? '') - days * 86_400_000).toISOString().slice(0, 10);
  const active = () =>
    portal.database.select().from(registrations).where(eq(registrations.studentId, id));
  const small = await editOf('finished-picking@demo.test', { startDate: shifted(6) });
  expect(small.body).toMatchObject({ accountReset: false, daysDifference: 6 });
  const large = await editOf('finished-picking@demo.test', { startDate: shifted(13) });
  expect(large.body).toMatchObject({ accountReset: true, daysDifference: 7 });
  for (const row of await active()) {
    expect(row).toMatchObject({ endReason: 'the start date changed' });
    expect(row.endedAt).not.toBeNull();
  }
  const student = await clientOf('finished-picking@demo.test');
  expect((await student.get('/api/schedule')).body).toEqual([]);
});

test('consent changed by staff is recorded as such', async () => {
  await editOf('new-student@demo.test', { textConsent: true });
  const { id, textConsent } = await personWith('new-student@demo.test');
  expect(textConsent).toBe(true);
  const [event] = await portal.database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, id));
  expect(event).toMatchObject({ consent: true, source: 'staff' });
});

test('alumni come in pages of 20, and a search treats special characters literally', async () => {
  const made = Array.from({ length: 45 }, (_, at) => ({
    role: 'alumni' as const,
    email: `many-${at}@example.org`,
    firstName: at === 7 ? '100%_sure' : 'Many',
    lastName: `Person${at}`,
    createdAt: portal.clock.now(),
  }));
  await portal.database.insert(people).values(made);
  const pages = async (query: string) => (await admin.get(`/api/alumni?limit=20&${query}`)).body;
  const found = await pages('page=1&search=many-');
  expect([found.data.length, found.pagination]).toEqual([
    20,
    { page: 1, limit: 20, totalPages: 3, total: 45 },
  ]);
  expect((await pages('page=3&search=many-')).data).toHaveLength(5);
  expect((await pages('page=99&search=many-')).pagination.page).toBe(3);
  expect((await pages(`page=1&search=${encodeURIComponent('%')}`)).pagination.total).toBe(1);
  expect((await pages(`page=1&search=${encodeURIComponent('_')}`)).pagination.total).toBe(1);
  expect(
    (await pages(`page=1&search=${encodeURIComponent("'; drop table people; --")}`)).pagination
      .total,
  ).toBe(0);
  expect((await pages('page=1&search=PERSON44 many')).data[0].email).toBe('many-44@example.org');
});

test('a teacher cannot change anyone', async () => {
  expect((await teacher.post('/api/admin/users', ada)).status).toBe(403);
  const { id } = await personWith('mid-course@demo.test');
  expect((await teacher.patch(`/api/admin/students/${id}`, {})).status).toBe(403);
});
