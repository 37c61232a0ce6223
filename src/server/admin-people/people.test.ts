import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { contract } from '../../contract/contract.ts';
import { auditLog, consentEvents, people, registrations } from '../database/schema.ts';

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
  if (!person) throw new Error(`nobody has ${email}`);
  return person;
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

test('a new student is made, welcomed by a link that works for seven days, and noted in the audit log', async () => {
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
  });
  expect((await visitor.post('/api/auth/verify', { token, confirmed: true })).status).toBe(200);
  portal.clock.moveOn(-6.9 * 24 * 60 * 60 * 1000);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${person.id}`));
  expect(rows[0]).toMatchObject({ action: 'person: added', after: { email: 'ada@example.org' } });
});

test('an email or phone in use is refused at its field, and nobody is made', async () => {
  const before = await portal.database.$count(people);
  const sameEmail = await admin.post('/api/admin/users', {
    ...ada,
    email: 'Alumni@Demo.test',
    phoneNumber: '',
  });
  expect(sameEmail.status).toBe(409);
  expect(sameEmail.body).toEqual({
    message: 'This email address is already in use.',
    field: 'email',
  });
  const samePhone = await admin.post('/api/admin/users', {
    ...ada,
    email: 'b@example.org',
    phoneNumber: '202-555-0100',
  });
  expect(samePhone.body).toEqual({
    message: 'This phone number is already in use.',
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

test('the list of students is as the contract says, names and signs unharmed', async () => {
  const odd = {
    firstName: 'Zoë "Z" \\ O’Neil',
    lastName: '<b>Łukasz</b>',
    email: 'zoe@example.org',
  };
  await admin.post('/api/admin/users', { ...ada, ...odd, phoneNumber: '' });
  const { body } = await admin.get('/api/students');
  expect(() => contract.getStudents.answer.parse(body)).not.toThrow();
  expect(body.find(({ email }: { email: string }) => email === odd.email)).toMatchObject(odd);
  const middle = body.find(({ email }: { email: string }) => email === 'mid-course@demo.test');
  expect(middle.classesScheduled).toBe(6);
  expect(
    middle.classDetails.map(({ classNumber }: { classNumber: number }) => classNumber),
  ).toEqual([5, 6, 7, 8, 9, 10]);
  const [fifth] = middle.classDetails;
  expect(fifth.date).toMatch(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+, 202\d$/);
  expect(fifth.time).toMatch(/^\d+:\d\d [AP]M PT$/);
  expect(fifth.attendance).toEqual({ status: 'Present' });
});

test('a login link in the list signs its student in, and only while it is in force', async () => {
  await admin.post('/api/admin/users', { ...ada, email: 'link@example.org', phoneNumber: '' });
  const rowOf = async (client: typeof admin) =>
    (await client.get('/api/students')).body.find(
      ({ email }: { email: string }) => email === 'link@example.org',
    );
  const { loginLink } = await rowOf(teacher);
  const token = new URL(loginLink, portal.url).searchParams.get('token');
  const visitor = openClient(portal);
  expect((await visitor.post('/api/auth/verify', { token, confirmed: true })).body.user.email).toBe(
    'link@example.org',
  );
  expect((await rowOf(admin)).loginLink).toBeNull();
});

test('an unchanged list answers 304, and any change answers anew', async () => {
  const first = await admin.get('/api/students');
  const again = (etag: string) =>
    fetch(`${portal.url}/api/students`, {
      headers: { cookie: `session=${admin.cookies.session}`, 'if-none-match': etag },
    });
  const etag = first.headers.get('etag') ?? '';
  expect((await again(etag)).status).toBe(304);
  await editOf('mid-course@demo.test', { firstName: 'Mark' });
  const changed = await again(etag);
  expect(changed.status).toBe(200);
  expect(await changed.text()).toContain('"firstName":"Mark"');
});

test('a start date moved by a week clears the account, by six days it does not', async () => {
  const { id, startDate } = await personWith('finished-picking@demo.test');
  const shifted = (days: number) =>
    new Date(Date.parse(startDate ?? '') - days * 86_400_000).toISOString().slice(0, 10);
  const active = () =>
    portal.database.select().from(registrations).where(eq(registrations.studentId, id));
  const small = await editOf('finished-picking@demo.test', { startDate: shifted(6) });
  expect(small.body).toEqual({ accountReset: false, daysDifference: 6 });
  const large = await editOf('finished-picking@demo.test', { startDate: shifted(13) });
  expect(large.body).toEqual({ accountReset: true, daysDifference: 7 });
  for (const row of await active()) {
    expect(row).toMatchObject({ cancelReason: 'the start date changed' });
    expect(row.cancelledAt).not.toBeNull();
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

test('alumni come in pages of 20, and a search takes signs for what they are', async () => {
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

test('a teacher can change nobody', async () => {
  expect((await teacher.post('/api/admin/users', ada)).status).toBe(403);
  const { id } = await personWith('mid-course@demo.test');
  expect((await teacher.patch(`/api/admin/students/${id}`, {})).status).toBe(403);
});
