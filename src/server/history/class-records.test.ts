import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import {
  addClassOn,
  clearClasses,
  openScheduledStudent,
  openStudent,
  type Student,
} from '../../../tests/support/students.ts';
import { readTimeline } from '../../../tests/support/timeline.ts';
import { attendance, auditLog, registrations } from '../database/schema.ts';

let portal: Portal;
let admin: Student;
beforeAll(async () => {
  portal = await openPortal();
  await clearClasses(portal);
  admin = await staffOf(portal).open('admin');
});
afterAll(() => portal[Symbol.asyncDispose]());

const readAll = (id: number, kind?: string) => readTimeline(admin, id, kind);

test('a chosen, rescheduled and canceled class is listed in order', async () => {
  const student = await openScheduledStudent(portal);
  const [first] = await student.rows();
  const other = await addClassOn(portal, '2026-11-18');
  portal.clock.moveOn(1000);
  await student.reschedule(first?.id ?? 0, other);
  portal.clock.moveOn(1000);
  const canceled = await admin.post('/api/admin/cancellations', {
    classIds: [other],
    reason: 'The teacher is ill',
  });
  expect(canceled.status).toBe(200);
  portal.clock.moveOn(1000);
  await admin.post('/api/admin/cancellations', {
    classIds: [student.course[0]],
    reason: 'Another reason',
  });
  const { entries } = await readAll(student.id, 'classes');
  expect(entries.slice(0, 2).map(({ title, details, by }) => ({ title, details, by }))).toEqual([
    {
      title: 'Class 5: the class was canceled',
      details: ['Wed, Nov 18, 2026, 4:00 PM PT', 'The teacher is ill'],
      by: expect.stringContaining('Sam Sample'),
    },
    {
      title: 'Class 5: rescheduled',
      details: ['To Wed, Nov 18, 2026, 4:00 PM PT', 'From Tue, Nov 17, 2026, 4:00 PM PT'],
      by: null,
    },
  ]);
  expect(entries.slice(2).map(({ title }) => title)).toEqual(
    [10, 9, 8, 7, 6, 5].map((number) => `Class ${number}: time chosen`),
  );
  expect(entries.at(-1)).toMatchObject({
    details: ['Tue, Nov 17, 2026, 4:00 PM PT'],
    classId: student.course[0],
  });
});

test('a change by staff is listed once, and a class they moved away from is not missed', async () => {
  const student = await openStudent(portal);
  const [first, second] = [
    await addClassOn(portal, '2026-11-05'),
    await addClassOn(portal, '2026-11-06'),
  ];
  const createdAt = new Date('2026-11-02T18:00:00Z');
  const whole = { studentId: student.id, pacificWeek: '2026-11-01', classNumber: 6 };
  const [made] = await portal.database
    .insert(registrations)
    .values({ ...whole, classId: first, createdAt })
    .returning();
  const subject = `person:${student.id}`;
  const of = { registrationId: made?.id, classNumber: 6 };
  const later = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
  const by = { actorId: admin.id, subject, personId: student.id };
  await portal.database.insert(auditLog).values([
    {
      ...{ ...by, at: createdAt, action: 'registration: registered for student' },
      after: { ...of, classId: first },
    },
    {
      ...{ ...by, at: later(1), action: 'registration: canceled for student' },
      ...{ before: { ...of, classId: first }, after: { ...of, reason: 'They called' } },
    },
    {
      ...{ ...by, at: later(2), action: 'registration: moved for student' },
      ...{ before: { ...of, classId: first }, after: { ...of, classId: second } },
    },
  ]);
  const whereMade = eq(registrations.id, made?.id ?? 0);
  await portal.database.update(registrations).set({ classId: second }).where(whereMade);
  const { entries } = await readAll(student.id);
  const listed = entries.map(({ title, by: name, details }) => [title, name !== null, ...details]);
  expect(listed.slice(1)).toEqual([
    ['Class 6: missed', false, 'Fri, Nov 6, 2026, 4:00 PM PT'],
    [
      'Class 6: rescheduled by staff',
      true,
      'To Fri, Nov 6, 2026, 4:00 PM PT',
      'From Thu, Nov 5, 2026, 4:00 PM PT',
    ],
    [
      'Class 6: canceled by staff, needs a new time',
      true,
      'From Thu, Nov 5, 2026, 4:00 PM PT',
      'They called',
    ],
    ['Class 6: registered by staff', true, 'To Thu, Nov 5, 2026, 4:00 PM PT'],
  ]);
  expect(listed[0]).toEqual(['Account created', false]);
});

test('what staff did is listed once, even if the log has another time for it', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-03');
  const [at, later] = [new Date('2026-11-02T18:00:00Z'), new Date('2026-11-05T18:00:00Z')];
  const place = { studentId: student.id, classId, classNumber: 5, pacificWeek: '2026-11-01' };
  const [made] = await portal.database
    .insert(registrations)
    .values({ ...place, createdAt: at })
    .returning();
  await portal.database.insert(attendance).values({
    ...{ personId: student.id, classId, recordedAt: at },
    ...{ status: 'Present', source: 'hand' },
  });
  const by = { at: later, subject: `person:${student.id}`, personId: student.id, classId };
  const after = { registrationId: made?.id, classNumber: 5, classId };
  await portal.database.insert(auditLog).values([
    { ...by, action: 'registration: registered for student', after },
    { ...by, action: 'attendance: corrected', before: null, after: { status: 'Present' } },
  ]);
  const titles = async (kind: string) =>
    (await readAll(student.id, kind)).entries.map(({ title }) => title);
  expect(await titles('classes')).toEqual(['Class 5: registered by staff']);
  expect(await titles('attendance')).toEqual(['Class 5: attendance corrected by hand']);
});
