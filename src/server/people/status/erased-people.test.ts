import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { retreatSiteOf } from '../../../../tests/support/retreats.ts';
import { openStudent } from '../../../../tests/support/students.ts';
import { alumniJoins, auditLog, people } from '../../database/schema.ts';
import { commandLineActor } from '../../platform/audit.ts';
import { erasePerson } from './erase-person.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  await meetingsOf(portal).forgetDemoClasses();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

const erase = (id: number, email: string) => admin.post(`/api/admin/people/${id}/erase`, { email });

test('an erased student is in no list, and cannot be edited or given a link or a retreat', async () => {
  const known = await openStudent(portal);
  await erase(known.id, known.email);
  const { body } = await admin.get('/api/students');
  expect(body.some(({ id }: { id: number }) => id === known.id)).toBe(false);
  const edit = { firstName: 'A', lastName: 'B', email: known.email };
  const rest = { startDate: '2026-01-01', textConsent: false };
  expect((await admin.patch(`/api/admin/students/${known.id}`, { ...edit, ...rest })).status).toBe(
    404,
  );
  expect((await admin.post(`/api/admin/people/${known.id}/login-link`)).status).toBe(404);
  const reference = retreatSiteOf(portal).newReference();
  await retreatSiteOf(portal).postWebhook({ reference, email: 'who@else.test' });
  const retreatId = (await retreatSiteOf(portal).row(reference))?.id;
  const match = { personId: known.id };
  const path = `/api/admin/retreat-registrations/${retreatId}/match`;
  expect((await admin.post(path, match)).status).toBe(404);
});

test('an erased alum leaves the list and the sessions they joined', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni', lastName: 'Formerly' });
  const classId = await meetingsOf(portal).addMeeting('2026-11-25T01:30:00Z');
  expect((await alumnus.post(`/api/alumni/classes/${classId}/join`)).status).toBe(200);
  await meetingsOf(portal).finishJobs();
  expect(await meetingsOf(portal).guests(classId)).toContain(alumnus.email);
  expect((await erase(alumnus.id, alumnus.email)).status).toBe(200);
  await meetingsOf(portal).finishJobs();
  expect(await meetingsOf(portal).guests(classId)).not.toContain(alumnus.email);
  const whereTheirs = eq(alumniJoins.personId, alumnus.id);
  expect(await portal.database.$count(alumniJoins, whereTheirs)).toBe(0);
  for (const search of ['Formerly', 'Erased']) {
    expect((await admin.get(`/api/alumni?search=${search}`)).body.data).toEqual([]);
  }
});

test('an erasure must be confirmed with the person’s email', async () => {
  const student = await openStudent(portal);
  expect(await erase(student.id, 'admin@demo.test')).toMatchObject({
    status: 400,
    body: {
      message: 'That isn’t this person’s email address. Please check it and try again.',
      field: 'email',
    },
  });
  expect((await student.get('/api/user')).status).toBe(200);
});

test('staff must be deactivated before they can be erased', async () => {
  const refused = {
    status: 409,
    body: { message: 'Please deactivate this staff member before you erase them.' },
  };
  const teacher = await openStudent(portal, { role: 'teacher' });
  expect(await erase(teacher.id, teacher.email)).toMatchObject(refused);
  const ownId = await meetingsOf(portal).personId('admin@demo.test');
  expect(await erase(ownId, 'admin@demo.test')).toMatchObject(refused);
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, teacher.id));
  expect((await erase(teacher.id, teacher.email)).status).toBe(200);
});

test('an erasure by the command line is in the audit log as such', async () => {
  const student = await openStudent(portal);
  await erasePerson(portal, commandLineActor, student.id, student.email);
  const [entry] = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${student.id}`));
  expect(entry).toMatchObject({ action: 'person: erased', actorId: null, via: 'command line' });
});

test('returns 404 for erasing an unknown person', async () => {
  expect((await erase(999_999, 'a@b.test')).status).toBe(404);
});
