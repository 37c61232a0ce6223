import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { membersOf } from '../../../../tests/support/members.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { clearClasses, openStudent } from '../../../../tests/support/students.ts';
import { alumniJoins, auditLog } from '../../database/schema.ts';

let portal: Portal;
let members: ReturnType<typeof membersOf>;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  members = membersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  await signInAdmin();
});

/** Staff sessions expire after half a day. */
async function signInAdmin() {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
}

const end = (id: number) => admin.post(`/api/admin/people/${id}/deactivate`);
const restore = (id: number, sendLink = false) =>
  admin.post(`/api/admin/people/${id}/reactivate`, { sendLink });
const idsIn = (rows: { id: number }[]) => rows.map(({ id }) => id);

test('a deactivated student cannot sign in, is not listed, loses upcoming classes and gets one email', async () => {
  const student = await members.openMidCourse();
  const { body } = await end(student.id);
  expect(body.message).toBe(
    `Sam ${student.lastName} is deactivated. We removed 2 upcoming classes from their schedule.`,
  );
  expect((await student.get('/api/schedule')).status).toBe(401);
  expect(idsIn((await admin.get('/api/students')).body)).not.toContain(student.id);
  expect(await members.held(student.id)).toEqual([5, 6]);
  const message = await messageTo(portal, student.email);
  expect(message.subject).toBe('We canceled your upcoming classes');
  expect(message.text).toContain('We deactivated your account on the course portal');
  await openClient(portal).post('/api/auth/login', { email: student.email });
  expect((await end(student.id)).body.message).toContain('was already deactivated');
  expect(await members.subjectsTo(student.email)).toHaveLength(1);
  const planned = (await members.planned(student.id)).filter(({ settledAt }) => !settledAt);
  expect(planned).toEqual([]);
  expect(await staffOf(portal).lastAudit(student.id)).toMatchObject({
    action: 'person: deactivated',
    after: { classesCleared: 2 },
  });
});

test('the list of deactivated people leaves out staff and erased people', async () => {
  const [kept, erased] = [await members.openMidCourse(), await members.openMidCourse()];
  const teacher = await staffOf(portal).open('teacher');
  for (const { id } of [kept, erased]) await end(id);
  await staffOf(portal).deactivate(await staffOf(portal).open('admin'), teacher.id);
  await admin.post(`/api/admin/people/${erased.id}/erase`, { email: erased.email });
  const found = await admin.get(`/api/admin/deactivated?search=${encodeURIComponent(kept.email)}`);
  expect(found.body).toMatchObject({
    data: [{ id: kept.id, email: kept.email, role: 'student' }],
    pagination: { page: 1, totalPages: 1, total: 1 },
  });
  const all = idsIn((await admin.get('/api/admin/deactivated?page=9')).body.data);
  expect(all).toContain(kept.id);
  expect(all).not.toContain(erased.id);
  expect(all).not.toContain(teacher.id);
  expect((await restore(erased.id)).status).toBe(404);
});

test('a reactivated student gets upcoming classes back, and a past one to make up', async () => {
  const student = await members.openMidCourse();
  await end(student.id);
  portal.clock.moveTo(new Date('2026-11-30T18:00:00Z'));
  await signInAdmin();
  const { body } = await restore(student.id);
  expect(body.message).toBe(`Sam ${student.lastName} can sign in again. 2 classes were restored.`);
  // Class 7 is over, but we restore it too. Otherwise, the student could never pick that number again.
  expect(await members.held(student.id)).toEqual([5, 6, 7, 8]);
});

test('a student who comes back after all classes are over picks new times', async () => {
  const student = await members.openMidCourse();
  await end(student.id);
  portal.clock.moveTo(new Date('2027-03-01T18:00:00Z'));
  await signInAdmin();
  const { body } = await restore(student.id);
  expect(body.message).toBe(
    `Sam ${student.lastName} can sign in again. We couldn’t restore 2 classes.`,
  );
  expect(await members.held(student.id)).toEqual([5, 6]);
});

test('reactivating sends one link on request', async () => {
  const student = await openStudent(portal);
  await end(student.id);
  await restore(student.id, true);
  expect((await restore(student.id, true)).body.message).toContain('can already sign in');
  expect(await members.subjectsTo(student.email)).toEqual(['Welcome back to the TM course portal']);
  expect(idsIn((await admin.get('/api/students')).body)).toContain(student.id);
});

test('a deactivated alum leaves the sessions they joined', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni' });
  const classId = await members.addClass('2026-11-20T18:00:00Z');
  await alumnus.post(`/api/alumni/classes/${classId}/join`);
  expect((await end(alumnus.id)).status).toBe(200);
  const whereTheirs = eq(alumniJoins.personId, alumnus.id);
  expect(await portal.database.$count(alumniJoins, whereTheirs)).toBe(0);
  expect(idsIn((await admin.get('/api/alumni?limit=20')).body.data)).not.toContain(alumnus.id);
  expect(await members.subjectsTo(alumnus.email)).toEqual([]);
});

test('staff cannot be deactivated as members', async () => {
  const teacher = await staffOf(portal).open('teacher');
  for (const answer of [await end(teacher.id), await restore(teacher.id)]) {
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'This person is on the staff. Please change their access on the Staff page.',
    ]);
  }
});

test('editing an alum follows the rules for students, but a new start date clears nothing', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni', startDate: null });
  const other = await openStudent(portal);
  const values = {
    email: alumnus.email,
    firstName: 'Ada',
    lastName: 'Byron',
    phone: '202-555-0170',
    startDate: null,
    textConsent: false,
  };
  const edit = (change: object, headers?: Record<string, string>) =>
    admin.patch(`/api/admin/alumni/${alumnus.id}`, { ...values, ...change }, headers);
  const first = await edit({}, { 'if-match': '"0"' });
  expect([first.status, first.body.alumnus.firstName]).toEqual([200, 'Ada']);
  // The phone number is new, so existing sessions end.
  expect((await alumnus.get('/api/user')).status).toBe(401);
  const stale = await edit({ firstName: 'Eva' }, { 'if-match': '"0"' });
  expect([stale.status, stale.body.current.firstName, stale.body.message]).toEqual([
    409,
    'Ada',
    'Someone else has changed this alum in the meantime. Please check the new values before you save again.',
  ]);
  expect(await edit({ email: other.email })).toMatchObject({
    status: 409,
    body: { field: 'email' },
  });
  expect((await edit({ startDate: '2020-05-01' })).status).toBe(200);
  expect((await edit({ startDate: '2026-05-01', textConsent: true })).status).toBe(200);
  expect(await members.clearingsOf(alumnus.id)).toEqual([]);
  expect((await members.consents(alumnus.id)).at(-1)).toMatchObject({
    consent: true,
    shown: 'Changed by staff at the alum’s request',
  });
  const entries = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${alumnus.id}`));
  expect(entries.filter(({ action }) => action === 'alumni: edited')).toHaveLength(3);
  expect((await admin.patch(`/api/admin/alumni/${other.id}`, values)).status).toBe(404);
});
