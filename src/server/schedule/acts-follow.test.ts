import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actingOf } from '../../../tests/support/acting.ts';
import { cancellationsOf, classesOf } from '../../../tests/support/canceling.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { readCalendar } from '../../../tests/support/read-calendar.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import {
  addClassOn,
  clearClasses,
  openScheduledStudent,
  openStudent,
} from '../../../tests/support/students.ts';
import { STAFF_PROBLEMS } from '../../course/staff-choice.ts';
import { classCancellations, people, registrations } from '../database/schema.ts';
import { erasePerson } from '../people/index.ts';

let portal: Portal;
let world: ReturnType<typeof actingOf>;
let meetings: ReturnType<typeof meetingsOf>;
let reminders: ReturnType<typeof remindersOf>;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;
beforeAll(async () => {
  portal = await openPortal();
  world = actingOf(portal);
  meetings = meetingsOf(portal);
  reminders = remindersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  admin = await world.openAdmin();
});

async function mailsTo(email: string) {
  await meetings.finishJobs();
  const mails = await cancellationsOf(portal).mailsTo(email);
  return mails.map(({ subject, text, attachments }) => ({
    subject,
    text,
    event: readCalendar(attachments[0]?.content ?? ''),
  }));
}

const byTheSchool = /We (signed you up|moved).+ pick a new time on your schedule/s;

test('the student gets an email about each change the school made, with the matching calendar file', async () => {
  const student = await openStudent(portal);
  const first = await addClassOn(portal, '2026-11-17');
  const second = await addClassOn(portal, '2026-11-24');
  const { body: made } = await admin.register(student, 5, first);
  expect(await mailsTo(student.email)).toMatchObject([
    {
      subject: 'Your time for Class 5',
      text: expect.stringMatching(byTheSchool),
      event: { events: [{ DTSTART: '20261118T000000Z', SEQUENCE: '0' }] },
    },
  ]);
  await admin.move(student, made.registrationId, second);
  const [moved] = await mailsTo(student.email);
  expect(moved?.text).toContain(
    'We moved Class 5 from Tuesday, November 17 at 4:00 PM PT to Tuesday, November 24 at 4:00 PM PT.',
  );
  expect(moved).toMatchObject({
    subject: 'Your new time for Class 5',
    text: expect.stringMatching(byTheSchool),
    event: {
      calendar: { METHOD: 'REQUEST' },
      events: [{ DTSTART: '20261125T000000Z', SEQUENCE: '1' }],
    },
  });
  await admin.cancel(student, made.registrationId);
  const [canceled] = await mailsTo(student.email);
  expect(canceled?.text).toContain(`/schedule?choose=${made.registrationId}`);
  expect(canceled).toMatchObject({
    subject: 'Please pick a new time for Class 5',
    event: { calendar: { METHOD: 'CANCEL' }, events: [{ SEQUENCE: '2' }] },
  });
});

test('a staff move that is undone right away puts the class back and sends no email', async () => {
  const { student, five } = await world.openBooked();
  const december = await addClassOn(portal, '2026-12-01');
  const before = (await mailsTo(student.email)).length;
  expect((await admin.move(student, five.id, december)).status).toBe(200);
  const undone = await admin.undoMove(student, five.id, december);
  expect(undone).toMatchObject({ status: 200, body: { startTime: five.class.startTime } });
  expect((await admin.undoMove(student, five.id, december)).body).toEqual(undone.body);
  expect(await mailsTo(student.email)).toHaveLength(before);
  expect((await student.rows())[0]).toMatchObject({ classId: five.classId, isRescheduled: false });
});

test('two staff moves in a row send one email with the original time', async () => {
  const { student, five } = await world.openBooked();
  await mailsTo(student.email);
  await admin.move(student, five.id, await addClassOn(portal, '2026-12-01'));
  await admin.move(student, five.id, await addClassOn(portal, '2026-12-08'));
  const mails = await mailsTo(student.email);
  const moved = mails.filter(({ subject }) => subject === 'Your new time for Class 5');
  expect(moved).toHaveLength(1);
  expect(moved[0]?.text).toContain(
    'from Tuesday, November 17 at 4:00 PM PT to Tuesday, December 8 at 4:00 PM PT.',
  );
});

test('registering class 10 emails the whole schedule and says who chose it', async () => {
  const student = await openScheduledStudent(portal);
  const ten = (await student.rows()).at(-1);
  await portal.database
    .update(registrations)
    .set({ endedAt: testNow, endReason: 'in a test' })
    .where(eq(registrations.id, ten?.id ?? 0));
  expect((await admin.register(student, 10, ten?.classId ?? 0)).status).toBe(200);
  const [mail] = await mailsTo(student.email);
  expect(mail?.subject).toMatch(/class schedule$/);
  expect(mail?.text).toContain('We signed you up for Class 10 on Tuesday, February 16');
});

test('the Zoom registration and the reminders follow a class that staff move or cancel', async () => {
  const student = await reminders.openTextedStudent();
  const [from, to] = [
    await meetings.addMeeting('2026-11-18T00:00:00Z'),
    await meetings.addMeeting('2026-11-25T00:00:00Z'),
  ];
  const { body } = await admin.register(student, 5, from);
  await meetings.link(student.id, from);
  await admin.move(student, body.registrationId, to);
  await meetings.link(student.id, to);
  await meetings.finishJobs();
  expect(await meetings.guests(from)).toEqual([]);
  expect(await meetings.guests(to)).toEqual([student.email]);
  const planned = await reminders.planned(student.id);
  expect(new Set(planned.map(({ startsAt }) => startsAt?.toISOString()))).toEqual(
    new Set(['2026-11-25T00:00:00.000Z']),
  );
  await admin.cancel(student, body.registrationId);
  await meetings.finishJobs();
  expect(await meetings.guests(to)).toEqual([]);
  expect(await reminders.planned(student.id)).toEqual([]);
});

test('if staff and student change one class at the same time, staff see what the student did', async () => {
  const { student, five } = await world.openBooked();
  const [theirs, ours] = [
    await addClassOn(portal, '2026-12-01'),
    await addClassOn(portal, '2026-12-08'),
  ];
  const { body: offer } = await admin.offers(student, 5);
  expect((await student.reschedule(five.id, theirs)).status).toBe(200);
  const late = { version: offer.held.version };
  for (const answer of [
    await admin.move(student, five.id, ours, late),
    await admin.cancel(student, five.id, late),
  ]) {
    expect(answer).toMatchObject({
      status: 409,
      body: {
        message:
          'Someone else has changed this class time in the meantime. Please check the new values before you save again.',
        current: { startTime: '2026-12-02T00:00:00.000Z', version: 1 },
      },
    });
  }
  expect(await classesOf(student)).toEqual([
    [5, theirs, false],
    [6, expect.any(Number), false],
  ]);
});

test('if staff and student register the next class at the same time, each number is registered once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const student = await openStudent(portal);
    const [theirs, ours] = [
      await addClassOn(portal, `2027-0${round + 1}-05`),
      await addClassOn(portal, `2027-0${round + 1}-06`),
    ];
    const [chosen, registered] = await Promise.all([
      student.choose(theirs),
      admin.register(student, 5, ours),
    ]);
    expect([chosen.status, registered.status].toSorted()).toEqual([200, 409]);
    if (registered.status === 409) {
      expect(registered.body.message).toBe(STAFF_PROBLEMS['number-taken']);
    }
    expect(await student.rows()).toHaveLength(1);
  }
});

test('a student who becomes staff keeps a class waiting for a new time, gets no email about it, and finds it as a student again', async () => {
  const canceling = cancellationsOf(portal);
  const { student, classId } = await canceling.openBooked();
  const { body } = await (await canceling.openAdmin()).cancel(classId);
  const fields = { email: student.email, firstName: 'Sam', lastName: 'Sample', phone: '' };
  const made = { ...fields, role: 'teacher', canEdit: false, zoomUser: '' };
  const makeStaff = `/api/admin/people/${student.id}/make-staff`;
  expect((await admin.post(makeStaff, made)).status).toBe(200);
  const { status } = await (await canceling.openAdmin()).undo(body.id);
  expect(status).toBe(200);
  expect(await student.rows()).toMatchObject([{ classId, suspendedBy: body.id }]);
  await canceling.passUndo();
  const subjects = (await canceling.mailsTo(student.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /cancell?ed|takes place/.test(subject))).toEqual([]);

  await (await canceling.openAdmin()).post(`/api/admin/staff/${student.id}/deactivate`);
  const [person] = await portal.database.select().from(people).where(eq(people.id, student.id));
  expect(person?.role).toBe('student');
  expect(await student.rows()).toMatchObject([{ endedAt: null, suspendedBy: body.id }]);
  const later = await addClassOn(portal, '2026-12-15');
  expect((await admin.move(student, (await student.rows())[0]?.id ?? 0, later)).status).toBe(200);
});

test('erasing a person also erases the reason staff gave for canceling a place', async () => {
  const { student, five } = await world.openBooked();
  await admin.cancel(student, five.id, { reason: 'Sam is in hospital' });
  const actor = { id: admin.id, ip: '127.0.0.1' };
  await erasePerson(portal, actor, student.id, student.email);
  const rows = await portal.database
    .select()
    .from(classCancellations)
    .where(eq(classCancellations.registrationId, five.id));
  expect(rows).toMatchObject([{ reason: 'Erased' }]);
});

test('the timeline shows what staff did, which rule they overrode and why, and no canceled class as missed', async () => {
  const { student, five, six } = await world.openBooked();
  await admin.cancel(student, five.id);
  const monthly = await addClassOn(portal, '2026-12-02', '4PM', 'Monthly');
  await admin.move(student, six.id, monthly, { reason: 'Only time she has' });
  portal.clock.moveTo(new Date('2026-11-26T04:00:00Z'));
  admin = await world.openAdmin();
  const { body } = await admin.get(`/api/admin/people/${student.id}/timeline`);
  const entries = body.entries.map(({ title, details }: { title: string; details: string[] }) => [
    title,
    ...details.slice(-2),
  ]);
  expect(entries).toContainEqual([
    'Class 6: rescheduled by staff',
    `Rule overridden: ${STAFF_PROBLEMS['wrong-type']}`,
    'Only time she has',
  ]);
  expect(entries).toContainEqual([
    'Class 5: canceled by staff, needs a new time',
    expect.stringContaining('From'),
    'Called: is traveling',
  ]);
  expect(entries.filter(([title]: string[]) => title?.endsWith('missed'))).toEqual([]);
});
