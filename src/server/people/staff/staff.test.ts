import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { signInOf } from '../../../../tests/support/sign-in.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { addClassOn, clearClasses, openStudent } from '../../../../tests/support/students.ts';
import type { StaffRow } from '../../../contract/staff.ts';
import { auditLog, classes, people } from '../../database/schema.ts';

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

const grace = {
  email: 'grace@school.test',
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '(202) 555-0191',
  role: 'teacher',
  canEdit: true,
  zoomUser: 'grace@zoom.test',
};

test('a new teacher gets a welcome link that signs in, is listed, and is in the audit log', async () => {
  expect(await admin.post('/api/admin/staff', grace)).toMatchObject({
    status: 200,
    body: { message: 'Grace Hopper has been added' },
  });
  const token = tokenIn(await messageTo(portal, grace.email));
  const visitor = openClient(portal);
  const { body } = await visitor.post('/api/auth/verify', { token, confirmed: true });
  expect(body.user).toMatchObject({ email: grace.email, role: 'teacher', canEdit: true });
  const fields = { ...grace, phone: '+12025550191' };
  const row = await staff.rowOf(admin, body.user.id);
  expect(row).toMatchObject({ ...fields, deactivatedAt: null, upcomingClasses: 0 });
  expect(row.lastSignInAt).toMatch(/^2026-11-16T18:0/);
  const [added] = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'staff: added'));
  expect(added).toMatchObject({ actorId: admin.id, before: null, after: fields });
});

test('an email or phone number in use is rejected at its field', async () => {
  const taken = await openStudent(portal, { phone: '+12025550192' });
  const add = (change: object) => admin.post('/api/admin/staff', { ...grace, ...change });
  expect(await add({ email: taken.email.toUpperCase(), phone: '' })).toMatchObject({
    status: 409,
    body: { field: 'email' },
  });
  const phone = '202 555 0192';
  expect(await add({ email: 'other@school.test', phone })).toMatchObject({
    status: 409,
    body: { field: 'phone' },
  });
});

test('the staff call accepts neither a student role nor an unknown Zoom user', async () => {
  const add = (change: object) => admin.post('/api/admin/staff', { ...grace, ...change });
  expect(await add({ role: 'student' })).toMatchObject({
    status: 400,
    body: { message: 'Please choose a role' },
  });
  expect(await add({ zoomUser: 'grace' })).toMatchObject({
    status: 400,
    body: { message: 'Please enter the email address of a Zoom user, or leave this empty' },
  });
});

test('an edit changes all its fields together, and the audit log has both values', async () => {
  const teacher = await staff.open('teacher');
  const change = { lastName: 'Lovelace', canEdit: true, zoomUser: 'ada@zoom.test' };
  expect((await teacher.get('/api/user')).body.canEdit).toBe(false);
  expect((await staff.edit(admin, teacher.id, change)).status).toBe(200);
  expect((await teacher.get('/api/user')).body).toMatchObject({
    lastName: 'Lovelace',
    canEdit: true,
  });
  expect(await staff.lastAudit(teacher.id)).toMatchObject({
    action: 'staff: edited',
    actorId: admin.id,
    before: { canEdit: false, zoomUser: null, role: 'teacher' },
    after: { lastName: 'Lovelace', canEdit: true, zoomUser: 'ada@zoom.test', role: 'teacher' },
  });
});

test('an admin who becomes a teacher loses edit rights', async () => {
  const other = await staff.open('teacher');
  await staff.edit(admin, other.id, { role: 'admin', canEdit: true });
  expect((await other.get('/api/admin/staff')).status).toBe(200);
  await portal.database.update(people).set({ role: 'teacher' }).where(eq(people.id, other.id));
  expect((await other.get('/api/user')).body.canEdit).toBe(false);
});

test('a corrected email ends the sessions of the old one', async () => {
  const teacher = await staff.open('teacher');
  expect((await staff.edit(admin, teacher.id, { email: 'corrected@school.test' })).status).toBe(
    200,
  );
  expect((await teacher.get('/api/user')).status).toBe(401);
});

test('a stale edit is refused with the current values', async () => {
  const teacher = await staff.open('teacher');
  const { version } = await staff.rowOf(admin, teacher.id);
  await staff.edit(admin, teacher.id, { lastName: 'Newer' }, version);
  expect(await staff.edit(admin, teacher.id, { firstName: 'Older' }, version)).toMatchObject({
    status: 409,
    body: { current: { lastName: 'Newer', role: 'teacher', version: version + 1 } },
  });
  expect((await staff.edit(admin, teacher.id, {}, version)).status, 'as it is already').toBe(200);
});

test('deactivating and reactivating take effect immediately, and the list and audit log show it', async () => {
  const teacher = await staff.open('teacher');
  expect((await staff.deactivate(admin, teacher.id)).body.message).toMatch(
    /^Sam .* is deactivated$/,
  );
  expect((await teacher.get('/api/user')).status).toBe(401);
  const { deactivatedAt } = await staff.rowOf(admin, teacher.id);
  expect(deactivatedAt).toMatch(/^2026-11-16T18:0/);
  expect(await staff.lastAudit(teacher.id)).toMatchObject({
    action: 'staff: deactivated',
    actorId: admin.id,
    before: { deactivatedAt: null },
    after: { deactivatedAt },
  });
  expect((await staff.reactivate(admin, teacher.id)).status).toBe(200);
  expect((await staff.rowOf(admin, teacher.id)).deactivatedAt).toBeNull();
  expect(await staff.lastAudit(teacher.id)).toMatchObject({
    action: 'staff: reactivated',
    before: { deactivatedAt },
    after: { deactivatedAt: null },
  });
  const again = await signInOf(portal).signIn(teacher.email);
  expect((await again.get('/api/user')).body.id).toBe(teacher.id);
});

test('deactivating twice is idempotent', async () => {
  const teacher = await staff.open('teacher');
  await staff.deactivate(admin, teacher.id);
  const before = await staff.lastAudit(teacher.id);
  portal.clock.moveOn(60_000);
  expect((await staff.deactivate(admin, teacher.id)).status).toBe(200);
  expect(await staff.lastAudit(teacher.id)).toEqual(before);
});

test('deactivated staff cannot be edited', async () => {
  const teacher = await staff.open('teacher');
  await staff.deactivate(admin, teacher.id);
  expect(await staff.edit(admin, teacher.id, { lastName: 'Late' })).toMatchObject({
    status: 409,
    body: { message: 'This person is deactivated. Please reactivate them first.' },
  });
});

test('erased staff are not listed and cannot be reactivated', async () => {
  const teacher = await staff.open('teacher');
  await portal.database.execute(sql`select erase_person(${teacher.id}, ${testNow})`);
  expect(await staff.rowOf(admin, teacher.id)).toBeUndefined();
  expect((await staff.reactivate(admin, teacher.id)).status).toBe(404);
});

test('a welcome that cannot be sent shows in the row, and a retry sends it', async () => {
  const signIn = signInOf(portal);
  const email = 'unwelcomed@school.test';
  await signIn.allowOneAttempt('mail-welcome');
  await portal.sandbox.refuseMail(true);
  await admin.post('/api/admin/staff', { ...grace, email, phone: '' });
  await signIn.finishJobs();
  await portal.sandbox.refuseMail(false);
  const rows: StaffRow[] = (await admin.get('/api/admin/staff')).body;
  const row = rows.find((one) => one.email === email);
  expect(row?.messageProblem).toContain('550');
  expect((await admin.post(`/api/admin/people/${row?.id}/retry-messages`)).status).toBe(200);
  await messageTo(portal, email);
});

test('deactivating deletes a welcome that failed to send', async () => {
  const signIn = signInOf(portal);
  const email = 'never-welcomed@school.test';
  await signIn.allowOneAttempt('mail-welcome');
  await portal.sandbox.refuseMail(true);
  await admin.post('/api/admin/staff', { ...grace, email, phone: '' });
  await signIn.finishJobs();
  await portal.sandbox.refuseMail(false);
  const rows: StaffRow[] = (await admin.get('/api/admin/staff')).body;
  const id = rows.find((one) => one.email === email)?.id ?? 0;
  expect((await staff.rowOf(admin, id)).messageProblem).toContain('550');
  await staff.deactivate(admin, id);
  await staff.reactivate(admin, id);
  expect((await staff.rowOf(admin, id)).messageProblem).toBeNull();
});

test('a student is not staff', async () => {
  const student = await openStudent(portal);
  expect((await staff.edit(admin, student.id, { role: 'teacher' })).status).toBe(404);
  expect((await staff.deactivate(admin, student.id)).status).toBe(404);
  expect((await staff.reactivate(admin, student.id)).status).toBe(404);
  expect(await staff.rowOf(admin, student.id)).toBeUndefined();
});

test('an instructor’s upcoming classes are counted, without past and deleted ones', async () => {
  await clearClasses(portal);
  const teacher = await staff.open('teacher');
  for (const date of ['2026-11-10', '2026-11-17', '2026-11-24']) await addClassOn(portal, date);
  const deleted = await addClassOn(portal, '2026-12-01');
  await portal.database.update(classes).set({ deletedAt: testNow }).where(eq(classes.id, deleted));
  await portal.database.update(classes).set({ instructorId: teacher.id });
  expect((await staff.rowOf(admin, teacher.id)).upcomingClasses).toBe(2);
});
