import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  classes,
  consentEvents,
  registrations,
  sentMessages,
} from '../../src/server/database/schema.ts';
import { actingOf } from '../support/acting.ts';
import { testNow } from '../support/clock.ts';
import { membersOf } from '../support/members.ts';
import { openPortal, type Portal } from '../support/portal.ts';
import { addClassOn, clearClasses, resetAccount } from '../support/students.ts';

let portal: Portal;
let members: ReturnType<typeof membersOf>;
let admin: Awaited<ReturnType<ReturnType<typeof actingOf>['openAdmin']>>;
beforeAll(async () => {
  portal = await openPortal();
  members = membersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  admin = await actingOf(portal).openAdmin();
});

async function registrationOf(studentId: number, classNumber: number) {
  const [found] = await portal.database
    .select()
    .from(registrations)
    .where(and(eq(registrations.studentId, studentId), eq(registrations.classNumber, classNumber)));
  if (!found) throw new Error(`there is no registration for class ${classNumber}`);
  return found;
}

async function noted(personId: number, kind: string) {
  await members.finishJobs();
  const [found] = await portal.database
    .select()
    .from(sentMessages)
    .where(and(eq(sentMessages.personId, personId), eq(sentMessages.kind, kind)))
    .orderBy(desc(sentMessages.id));
  if (!found) throw new Error(`no ${kind} was sent`);
  return found.id;
}
const sendAgain = (messageId: number) => admin.post(`/api/admin/messages/${messageId}/send-again`);
const refused = {
  status: 409,
  body: { message: 'This message is out of date, so we didn’t send it.' },
};

async function undoReset({ id }: { id: number }) {
  const { body } = await admin.get(`/api/admin/people/${id}/return?for=reset`);
  const { clearingId } = body.preview;
  return admin.post(`/api/admin/students/${id}/undo-reset`, { clearingId });
}

test('a registration that staff canceled stays canceled through a reset, its undo, and deactivation', async () => {
  const student = await members.openMidCourse({ phone: null });
  const { id } = await registrationOf(student.id, 7);
  expect((await admin.cancel(student, id)).status).toBe(200);
  const waits = async () => (await registrationOf(student.id, 7)).suspendedBy;
  const given = await waits();
  expect(given).not.toBeNull();

  await resetAccount(portal, student);
  expect((await undoReset(student)).status).toBe(200);
  expect(await members.held(student.id)).toEqual([5, 6, 7, 8]);
  expect(await waits()).toBe(given);

  await admin.post(`/api/admin/people/${student.id}/deactivate`);
  await admin.post(`/api/admin/people/${student.id}/reactivate`, { sendLink: false });
  expect(await members.held(student.id)).toEqual([5, 6, 7, 8]);
  expect(await waits()).toBe(given);
});

test('a class canceled in the week of a later one comes back with it', async () => {
  const student = await members.openMidCourse({ phone: null });
  const [seven, eight] = [await registrationOf(student.id, 7), await registrationOf(student.id, 8)];
  await admin.cancel(student, seven.id);
  const sameWeek = await addClassOn(portal, '2026-11-25');
  const reason = 'Is away in December';
  expect((await admin.move(student, eight.id, sameWeek, { reason })).status).toBe(200);
  await resetAccount(portal, student);
  expect((await undoReset(student)).body.left).toEqual([]);
  expect(await members.held(student.id)).toEqual([5, 6, 7, 8]);
});

test('an excused class does not come back after it is deleted', async () => {
  const student = await members.openMidCourse({ phone: null });
  const classId = student.classOf(8);
  const excuse = { status: 'Excused', reason: 'Is traveling' };
  const path = `/api/admin/classes/${classId}/attendance/${student.id}`;
  expect((await admin.patch(path, excuse)).status).toBe(200);
  await resetAccount(portal, student);
  const deletedAt = portal.clock.now();
  await portal.database.update(classes).set({ deletedAt }).where(eq(classes.id, classId));
  const { body } = await undoReset(student);
  expect(body.left).toMatchObject([{ classNumber: 8, reason: 'this class was deleted' }]);
  expect(await members.held(student.id)).toEqual([5, 6, 7]);
});

test('an email about a change by staff is not resent after a reset removed the class', async () => {
  const student = await members.openMidCourse({ phone: null });
  const { id } = await registrationOf(student.id, 7);
  await admin.cancel(student, id);
  const mail = await noted(student.id, 'act-for-student');
  await resetAccount(portal, student);
  expect(await sendAgain(mail)).toMatchObject(refused);
  await undoReset(student);
  expect((await sendAgain(mail)).status).toBe(200);
  const { subject } = await members.lastMailTo(student.email);
  expect(subject).toBe('Please pick a new time for Class 7');
});

test('messages about deactivation or alumni are not resent after a person is back', async () => {
  const student = await members.openMidCourse({ phone: null });
  await admin.post(`/api/admin/people/${student.id}/deactivate`);
  const ended = await noted(student.id, 'classes-cleared');
  // Class 7 has been deleted by then, so the student gets only class 8 back.
  await portal.database
    .update(classes)
    .set({ deletedAt: portal.clock.now() })
    .where(eq(classes.id, student.classOf(7)));
  await admin.post(`/api/admin/people/${student.id}/reactivate`, { sendLink: false });
  expect(await members.held(student.id)).toEqual([5, 6, 8]);
  expect(await sendAgain(ended)).toMatchObject(refused);

  const back = await noted(student.id, 'classes-restored');
  await admin.post(`/api/admin/people/${student.id}/make-alumni`);
  expect(await sendAgain(back)).toMatchObject(refused);
  expect((await sendAgain(await noted(student.id, 'classes-cleared'))).status).toBe(200);
});

test("a student's text confirmation is not resent after they become alumni", async () => {
  const student = await members.openMidCourse();
  const at = portal.clock.now();
  const yes = { personId: student.id, consent: true, shown: 'Yes', source: 'page', at } as const;
  const [asStudent] = await portal.database.insert(consentEvents).values(yes).returning();
  const [message] = await portal.database
    .insert(sentMessages)
    .values({
      ...{ key: `opt-in ${asStudent?.id}`, personId: student.id, channel: 'text', kind: 'opt-in' },
      about: { consentEventId: asStudent?.id },
      ...{ recipient: student.phone, status: 'sent', createdAt: at },
    } as never)
    .returning({ id: sentMessages.id });
  await admin.post(`/api/admin/people/${student.id}/make-alumni`);
  await portal.database.insert(consentEvents).values(yes);
  expect((await members.personWith(student.id)).textConsent).toBe(true);
  expect(await sendAgain(message?.id ?? 0)).toMatchObject(refused);
});

test('the timeline shows an excuse given in advance and an opt-out correctly', async () => {
  const student = await members.openMidCourse();
  const excuse = { status: 'Excused', reason: 'Is traveling' };
  await admin.patch(`/api/admin/classes/${student.classOf(7)}/attendance/${student.id}`, excuse);
  await admin.post(`/api/admin/people/${student.id}/make-alumni`);
  const { body } = await admin.get(`/api/admin/people/${student.id}/timeline`);
  expect(body.entries).toContainEqual(expect.objectContaining({ title: 'Texts turned off' }));
  const changes = [{ field: 'Attendance', before: 'No record', after: 'Excused' }];
  expect(body.entries).toContainEqual(expect.objectContaining({ changes }));
});
