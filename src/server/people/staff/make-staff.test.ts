import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { addClassOn, openStudent } from '../../../../tests/support/students.ts';
import { auditLog, classes, people, registrations, reminders } from '../../database/schema.ts';

let portal: Portal;
let staff: ReturnType<typeof staffOf>;
let admin: Awaited<ReturnType<typeof staff.open>>;
beforeAll(async () => {
  portal = await openPortal();
  staff = staffOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  admin = await staff.openOnlyAdmin();
});

const fieldsOf = (email: string) => ({
  email,
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '',
  role: 'teacher',
  canEdit: true,
  zoomUser: '',
});
const make = (id: number, email: string) =>
  admin.post(`/api/admin/people/${id}/make-staff`, fieldsOf(email));
const personWith = async (id: number) =>
  (await portal.database.select().from(people).where(eq(people.id, id)))[0];

test('adding an alum as staff is refused with their name', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni' });
  const { firstName, lastName } = (await personWith(alumnus.id)) ?? {};
  const refused = await admin.post('/api/admin/staff', fieldsOf(alumnus.email.toUpperCase()));
  expect(refused).toMatchObject({
    status: 409,
    body: {
      message: `This email address belongs to ${firstName} ${lastName}, an alum.`,
      field: 'email',
      current: { id: alumnus.id, firstName, lastName, role: 'alumni' },
    },
  });
});

test('an alum who becomes a teacher keeps their account, is signed out and gets a welcome', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni', phone: '+12025550177' });
  expect(await make(alumnus.id, alumnus.email)).toMatchObject({
    status: 200,
    body: { message: 'Grace Hopper is now staff' },
  });
  expect((await alumnus.get('/api/user')).status).toBe(401);
  const token = tokenIn(await messageTo(portal, alumnus.email));
  const { body } = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(body.user).toMatchObject({ id: alumnus.id, role: 'teacher', canEdit: true });
  expect(await staff.rowOf(admin, alumnus.id)).toMatchObject({
    phone: '+12025550177',
    roleBeforeStaff: 'alumni',
  });
  const entries = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'staff: made of a member'));
  expect(entries).toMatchObject([
    { actorId: admin.id, before: { role: 'alumni' }, after: { role: 'teacher', canEdit: true } },
  ]);
  expect((await make(alumnus.id, alumnus.email)).status).toBe(200);
  expect((await personWith(alumnus.id))?.roleBeforeStaff).toBe('alumni');
});

test('making someone staff twice is idempotent', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni' });
  await make(alumnus.id, alumnus.email);
  const body = { ...fieldsOf(alumnus.email), firstName: 'Another', role: 'admin' };
  const second = await admin.post(`/api/admin/people/${alumnus.id}/make-staff`, body);
  expect(second.body.message).toBe('Grace Hopper is now staff');
  expect(await personWith(alumnus.id)).toMatchObject({ firstName: 'Grace', role: 'teacher' });
});

test('deactivating a former alum makes them an alum again who can sign in', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni' });
  await make(alumnus.id, alumnus.email);
  const { body } = await staff.deactivate(admin, alumnus.id);
  expect(body.message).toBe('Grace Hopper is an alum again');
  expect(await personWith(alumnus.id)).toMatchObject({
    role: 'alumni',
    isAdmin: false,
    roleBeforeStaff: null,
    deactivatedAt: null,
  });
  expect(await staff.rowOf(admin, alumnus.id)).toBeUndefined();
  expect(await staff.lastAudit(alumnus.id)).toMatchObject({
    action: 'staff: deactivated',
    before: { role: 'teacher' },
    after: { role: 'alumni' },
  });
});

test('a student with upcoming classes cannot become staff', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-12-01');
  await student.post(`/api/register/class/${classId}`);
  expect(await portal.database.$count(registrations, eq(registrations.studentId, student.id))).toBe(
    1,
  );
  expect(await make(student.id, student.email)).toMatchObject({
    status: 409,
    body: {
      message: expect.stringContaining('This person still has 1 upcoming class as a student.'),
    },
  });
  portal.clock.moveTo(new Date('2026-12-03T20:00:00Z'));
  admin = await staff.openOnlyAdmin();
  expect((await make(student.id, student.email)).status).toBe(200);
  expect(await personWith(student.id)).toMatchObject({
    role: 'teacher',
    roleBeforeStaff: 'student',
  });
});

test('a canceled class does not keep a student from becoming staff', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-12-01', '5PM');
  const otherId = await addClassOn(portal, '2026-12-02', '5PM');
  await student.choose(classId);
  const body = { classIds: [classId], reason: 'Ill' };
  const { body: cancellation } = await admin.post('/api/admin/cancellations', body);
  await student.choose(otherId);
  await admin.post(`/api/admin/cancellations/${cancellation.id}/undo`);
  await admin.post('/api/admin/cancellations', { classIds: [otherId], reason: 'Ill' });
  expect((await make(student.id, student.email)).status).toBe(200);
});

test('erased and deactivated people cannot become staff', async () => {
  const ended = await openStudent(portal, { role: 'alumni' });
  const whereEnded = eq(people.id, ended.id);
  await portal.database.update(people).set({ deactivatedAt: testNow }).where(whereEnded);
  const erased = await openStudent(portal, { role: 'alumni' });
  await admin.post(`/api/admin/people/${erased.id}/erase`, { email: erased.email });
  for (const { id, email } of [ended, erased]) {
    expect((await make(id, email)).status).toBe(404);
    expect((await personWith(id))?.role).toBe('alumni');
  }
});

test('an alum who becomes staff loses their planned reminders', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni' });
  const planned = { kind: 'alumni-week', personId: alumnus.id, dueAt: testNow } as const;
  await portal.database
    .insert(reminders)
    .values({ ...planned, key: `alumni-week ${alumnus.id}`, startsAt: testNow });
  await make(alumnus.id, alumnus.email);
  expect(await portal.database.$count(reminders, eq(reminders.personId, alumnus.id))).toBe(0);
});

test('a phone number in use is rejected at its field', async () => {
  await openStudent(portal, { phone: '+12025550178' });
  const alumnus = await openStudent(portal, { role: 'alumni' });
  const body = { ...fieldsOf(alumnus.email), phone: '202 555 0178' };
  const refused = await admin.post(`/api/admin/people/${alumnus.id}/make-staff`, body);
  expect(refused).toMatchObject({ status: 409, body: { field: 'phone' } });
  expect((await personWith(alumnus.id))?.role).toBe('alumni');
});

test('an instructor can be erased only after someone else takes their upcoming classes', async () => {
  const teacher = await staff.open('teacher');
  const classId = await addClassOn(portal, '2026-12-08');
  const whereClass = eq(classes.id, classId);
  await portal.database.update(classes).set({ instructorId: teacher.id }).where(whereClass);
  const erase = () => admin.post(`/api/admin/people/${teacher.id}/erase`, { email: teacher.email });
  expect((await erase()).body.message).toBe(
    'Please deactivate this staff member before you erase them.',
  );
  await staff.deactivate(admin, teacher.id);
  expect(await erase()).toMatchObject({
    status: 409,
    body: {
      message:
        'This person still teaches 1 upcoming class (December 8 at 4:00 PM PT). Please give it to someone else first.',
    },
  });
  await portal.database.update(classes).set({ instructorId: admin.id }).where(whereClass);
  expect((await erase()).status).toBe(200);
  expect((await personWith(teacher.id))?.firstName).toBe('Erased');
});
