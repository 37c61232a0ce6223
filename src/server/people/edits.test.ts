import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, openStudent, type Student } from '../../../tests/support/students.ts';
import type { StudentRow } from '../../contract/people.ts';
import { auditLog, consentEvents, people } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

const fields = ({ email }: Student, change: object = {}) => ({
  email,
  firstName: 'Sam',
  lastName: 'Sample',
  phone: '',
  startDate: '2026-01-01',
  textConsent: false,
  ...change,
});

const edit = (student: Student, change: object, headers?: Record<string, string>) =>
  admin.patch(`/api/admin/students/${student.id}`, fields(student, change), headers);

async function personWith(email: string) {
  const [person] = await portal.database.select().from(people).where(eq(people.email, email));
  return person;
}

async function versionOf({ id }: Student): Promise<number> {
  const { body } = await admin.get('/api/students');
  return body.find((row: StudentRow) => row.id === id).version;
}

test('an alum cannot become a transfer student', async () => {
  const person = {
    firstName: 'Ada',
    lastName: 'Byron',
    startDate: '2026-11-20',
    transferStudent: true,
  };
  for (const role of ['alumni', 'student']) {
    const email = `transfer-${role}@example.org`;
    expect((await admin.post('/api/admin/users', { ...person, role, email })).status).toBe(200);
    expect((await personWith(email))?.transferStudent).toBe(role === 'student');
  }
});

test('a phone number can be edited in any format, is cleared when empty, and is rejected at its field', async () => {
  const student = await openStudent(portal);
  const phoneAfter = async (phone: string) => {
    const { status, body } = await edit(student, { phone });
    return status === 200 ? (await personWith(student.email))?.phone : body;
  };
  expect(await phoneAfter('202.555.0196')).toBe('+12025550196');
  expect(await phoneAfter('+44 7911 123456')).toBe('+447911123456');
  const refused = { message: 'Please enter a valid phone number', field: 'phone' };
  for (const phone of ['12', '(900) 555-1234', '+881 6 1234 5678', '+44 909 879 0123']) {
    expect(await phoneAfter(phone), phone).toEqual(refused);
  }
  expect((await personWith(student.email))?.phone).toBe('+447911123456');
  expect(await phoneAfter(' ')).toBeNull();
});

test('an email or phone number in use is rejected at its field, with the name of its owner', async () => {
  const [student, other] = [
    await openStudent(portal),
    await openStudent(portal, { firstName: 'Rosa', lastName: 'Diaz', phone: '+12025550181' }),
  ];
  const owner = 'Rosa Diaz, a student';
  expect(await edit(student, { phone: '202-555-0181' })).toMatchObject({
    status: 409,
    body: { message: `This phone number is already in use by ${owner}.`, field: 'phone' },
  });
  expect(await edit(student, { email: other.email.toUpperCase() })).toMatchObject({
    status: 409,
    body: { message: `This email address is already in use by ${owner}.`, field: 'email' },
  });
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, other.id));
  const ended = await edit(student, { email: other.email });
  expect(ended.body.message).toBe(
    `This email address is already in use by ${owner} (deactivated).`,
  );
});

test('an account reset removes the student from the meetings of all their classes', async () => {
  const student = await openStudent(portal);
  for (const date of ['2026-11-24', '2026-12-01'] as const) {
    await student.choose(await addClassOn(portal, date, '8AM'));
  }
  const chosen = await student.queued();
  await portal.database.execute(
    sql`delete from pgboss.job where data->>'personId' = ${String(student.id)}`,
  );
  expect((await edit(student, { startDate: '2026-03-01' })).body.accountReset).toBe(true);
  expect(await student.queued()).toEqual(chosen);
});

test('premium-rate and satellite numbers are rejected for sign-in and for new people', async () => {
  for (const phone of ['(900) 555-1234', '+881 6 1234 5678']) {
    const login = await openClient(portal).post('/api/auth/login', { email: phone });
    expect([login.status, login.body.message], phone).toEqual([
      400,
      'Please enter a valid email address or phone number.',
    ]);
    const added = await admin.post('/api/admin/users', {
      email: 'costly@example.org',
      firstName: 'Ada',
      lastName: 'Byron',
      phoneNumber: phone,
      startDate: '2026-11-20',
      role: 'student',
    });
    expect([added.status, added.body.field], phone).toEqual([400, 'phoneNumber']);
  }
});

test('an edit with the list’s version is saved, and one with an older version gets the current values', async () => {
  const student = await openStudent(portal);
  const seen = await versionOf(student);
  const ifSeen = { 'if-match': `"${seen}"` };
  expect(await edit(student, { firstName: 'First' }, ifSeen)).toMatchObject({
    status: 200,
    body: { accountReset: false, daysDifference: 0 },
  });
  const recorded = await portal.database.$count(auditLog);
  const second = await edit(student, { firstName: 'Second', phone: '202-555-0197' }, ifSeen);
  expect([second.status, second.body]).toEqual([
    409,
    {
      message:
        'Someone else has changed this student in the meantime. Please check the new values before you save again.',
      current: {
        email: student.email,
        firstName: 'First',
        lastName: 'Sample',
        phone: null,
        startDate: '2026-01-01',
        textConsent: false,
        version: seen + 1,
      },
    },
  ]);
  expect(await personWith(student.email)).toMatchObject({ firstName: 'First', phone: null });
  expect(await portal.database.$count(auditLog)).toBe(recorded);
  const knowing = { 'if-match': `"${second.body.current.version}"` };
  expect((await edit(student, { firstName: 'Second' }, knowing)).status).toBe(200);
  expect((await personWith(student.email))?.firstName).toBe('Second');
});

test('the audit log has an edit’s author, both values, and whether the account was reset', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-24');
  expect((await student.choose(classId)).status).toBe(200);
  await edit(student, { firstName: 'Ada', phone: '202-555-0180' });
  const reset = { firstName: 'Ada', phone: '202-555-0180', startDate: '2026-03-01' };
  expect((await edit(student, reset)).body.accountReset).toBe(true);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${student.id}`))
    .orderBy(auditLog.id);
  const actorId = (await personWith('admin@demo.test'))?.id;
  const by = { actorId, ip: '127.0.0.1' };
  const before = { email: student.email, firstName: 'Sam', phone: null, startDate: '2026-01-01' };
  const edited = { ...before, firstName: 'Ada', phone: '+12025550180', textConsent: false };
  expect(rows.filter(({ action }) => action.startsWith('student'))).toMatchObject([
    { ...by, action: 'student: edited', before, after: edited },
    {
      ...by,
      action: 'student: edited, account reset',
      before: edited,
      after: { ...edited, startDate: '2026-03-01' },
    },
  ]);
});

test('consent changed by staff is recorded with its source, and unchanged consent is not recorded', async () => {
  const phone = '+12025556001';
  const student = await openStudent(portal, { phone });
  for (const change of [{ firstName: 'Ada' }, { textConsent: true }, { textConsent: true }]) {
    expect((await edit(student, { phone, ...change })).status).toBe(200);
  }
  const recorded = await portal.database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, student.id));
  expect(recorded).toMatchObject([
    { consent: true, source: 'staff', shown: 'Changed by staff at the student’s request' },
  ]);
});

test('only students can be edited as students', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni' });
  for (const wrong of [alumnus, { ...alumnus, id: 999_999 }]) {
    expect(await edit(wrong, {})).toMatchObject({ status: 404, body: { message: 'Not found' } });
  }
});

test('an edit does not overwrite the student’s own consent change in the meantime', async () => {
  const student = await openStudent(portal, { phone: '+12025550188' });
  const ifSeen = { 'if-match': `"${await versionOf(student)}"` };
  await student.post('/api/update-text-consent', { consent: true, clicked: true });
  const answer = await edit(student, { lastName: 'Other' }, ifSeen);
  expect([answer.status, answer.body.current.textConsent]).toEqual([409, true]);
});

test('the same edit sent twice is idempotent, with or without a version', async () => {
  const student = await openStudent(portal);
  const ifSeen = { 'if-match': `"${await versionOf(student)}"` };
  const change = { firstName: 'Twice', phone: '202-555-0198', textConsent: true };
  for (const headers of [ifSeen, ifSeen, undefined, undefined]) {
    expect((await edit(student, change, headers)).status).toBe(200);
  }
  expect(await versionOf(student)).toBe(Number(ifSeen['if-match'].slice(1, -1)) + 2);
});

test('only one of two simultaneous edits with the same version is saved', async () => {
  const student = await openStudent(portal);
  const ifSeen = { 'if-match': `"${await versionOf(student)}"` };
  const names = Array.from({ length: 8 }, (_, at) => `Name${at}`);
  const answers = await Promise.all(names.map((firstName) => edit(student, { firstName }, ifSeen)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
  const [saved] = await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  const { firstName } = (await personWith(student.email)) ?? {};
  expect(saved?.after).toMatchObject({ firstName });
});

test('an unreadable version is rejected, and a star matches any version', async () => {
  const student = await openStudent(portal);
  for (const header of ['7', '"x"', 'W/"1"', '"1", "2"', '"99999999999"']) {
    const { status, body } = await edit(student, {}, { 'if-match': header });
    expect([status, body.message], header).toEqual([
      400,
      'If-Match must be the version in quotation marks, such as "3".',
    ]);
  }
  expect((await edit(student, {}, { 'if-match': '*' })).status).toBe(200);
});
