import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, tokenIn } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { membersOf } from '../../../../tests/support/members.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { clearClasses, openStudent } from '../../../../tests/support/students.ts';
import { attendance, people, reminders } from '../../database/schema.ts';

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
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});

const make = (id: number, by = admin) => by.post(`/api/admin/people/${id}/make-alumni`);
const back = (id: number, sendLink = false) =>
  admin.post(`/api/admin/people/${id}/make-student`, { sendLink });
const welcome = 'Welcome to the TM alumni community';

test('a student who becomes an alum keeps their attendance, gets an email, and is asked about texts again', async () => {
  const student = await members.openMidCourse();
  expect((await student.get('/api/schedule')).body).toHaveLength(4);
  const { status, body } = await make(student.id);
  expect([status, body.message]).toEqual([
    200,
    `Sam ${student.lastName} is now an alum. We removed 2 upcoming classes from their schedule.`,
  ]);

  expect(await members.personWith(student.id)).toMatchObject({
    role: 'alumni',
    textConsent: false,
    textContinueClicked: false,
  });
  expect((await members.consents(student.id)).at(-1)).toMatchObject({
    consent: false,
    source: 'staff',
    shown: expect.stringContaining('became an alum'),
  });
  expect(await members.held(student.id)).toEqual([5, 6]);
  const open = and(eq(reminders.personId, student.id), isNull(reminders.settledAt));
  expect(await portal.database.$count(reminders, open)).toBe(0);
  expect(await student.queued()).toEqual(
    expect.arrayContaining([student.classOf(7), student.classOf(8)]),
  );

  expect(await members.subjectsTo(student.email)).toEqual(
    expect.arrayContaining([welcome, 'You don’t need your upcoming classes anymore']),
  );
  expect(await staffOf(portal).lastAudit(student.id)).toMatchObject({
    action: 'person: made alumni',
    before: { role: 'student', textConsent: true },
    after: { role: 'alumni', classesCleared: 2 },
  });
  expect((await student.get('/api/schedule')).status).toBe(403);
  expect((await student.get('/api/alumni/classes')).status).toBe(200);
  expect((await student.get('/api/user')).body).toMatchObject({
    role: 'alumni',
    textContinueClicked: false,
  });
});

test('the email about removed classes takes them out of calendars, and the welcome signs in', async () => {
  const student = await members.openMidCourse();
  await make(student.id);
  await members.subjectsTo(student.email);
  const mails = (await (await fetch(`${portal.sandbox.url}/outbox`)).json()) as Awaited<
    ReturnType<typeof members.lastMailTo>
  >[];
  const theirs = mails.filter(({ to }) => to === student.email);
  const given = theirs.find(
    ({ subject }) => subject === 'You don’t need your upcoming classes anymore',
  );
  expect(given?.attachments.map(({ name, type }) => [name, type])).toEqual(
    [7, 8].map((number) => [`class-${number}-canceled.ics`, 'text/calendar; method=CANCEL']),
  );
  const hello = theirs.find(({ subject }) => subject === welcome);
  const signedIn = await openClient(portal).post('/api/auth/verify', {
    token: hello && tokenIn(hello),
    confirmed: true,
  });
  expect(signedIn.body.user?.role ?? signedIn.body).toBe('alumni');
});

test('making someone an alum several times at once sends one email', async () => {
  const student = await members.openFinished();
  const other = await staffOf(portal).open('admin');
  const answers = await Promise.all([
    make(student.id),
    make(student.id),
    make(student.id, other),
    admin.post('/api/admin/make-alumni', { ids: [student.id, student.id] }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await members.subjectsTo(student.email)).filter((one) => one === welcome)).toHaveLength(
    1,
  );
});

test('a batch of alumni skips and names students who changed in the meantime', async () => {
  const [done, gone, corrected, already] = [
    await members.openFinished(),
    await members.openFinished(),
    await members.openFinished(),
    await members.openFinished(),
  ];
  const { body } = await admin.get('/api/admin/finished-students');
  const listed = body.students.map(({ id }: { id: number }) => id);
  for (const { id } of [done, gone, corrected, already]) expect(listed).toContain(id);
  const halfWay = await members.openMidCourse();
  expect(listed).not.toContain(halfWay.id);

  await make(already.id);
  await admin.post(`/api/admin/people/${gone.id}/deactivate`);
  await portal.database.delete(attendance).where(eq(attendance.classId, corrected.classOf(10)));
  const ids = [done, gone, corrected, already].map(({ id }) => id);
  const made = await admin.post('/api/admin/make-alumni', { ids });
  const named = ({ id, lastName }: typeof done, reason: string) => ({
    id,
    name: `Sam ${lastName}`,
    reason,
  });
  expect(made.body).toEqual({
    made: 1,
    skipped: [
      named(gone, 'they were deactivated'),
      named(corrected, 'they haven’t attended Class 10'),
      named(already, 'they are already an alum'),
    ],
  });
  expect((await members.personWith(done.id)).role).toBe('alumni');
  expect((await members.personWith(corrected.id)).role).toBe('student');
});

test('staff and unknown people cannot become alumni', async () => {
  const teacher = await staffOf(portal).open('teacher');
  expect((await make(teacher.id)).status).toBe(409);
  expect((await make(999_999)).status).toBe(404);
  expect((await back(teacher.id)).status).toBe(409);
});

test('a student who comes back gets upcoming classes and texts again, and no second welcome', async () => {
  const student = await members.openMidCourse();
  await make(student.id);
  const preview = await admin.get(`/api/admin/people/${student.id}/return?for=alumni`);
  expect(preview.body.preview).toMatchObject({
    back: [{ classNumber: 7 }, { classNumber: 8 }],
    left: [],
  });
  const { body } = await back(student.id);
  expect(body.message).toBe(`Sam ${student.lastName} is a student again. 2 classes were restored.`);
  expect(await members.held(student.id)).toEqual([5, 6, 7, 8]);
  expect(await members.personWith(student.id)).toMatchObject({
    role: 'student',
    textConsent: true,
    textContinueClicked: true,
  });
  expect((await members.consents(student.id)).map(({ consent }) => consent)).toEqual([
    true,
    false,
    true,
  ]);
  const planned = (await members.planned(student.id)).filter(({ settledAt }) => !settledAt);
  expect(planned.map(({ kind }) => kind)).toContain('class-day');
  expect((await student.get('/api/schedule')).body).toHaveLength(4);
  const subjects = await members.subjectsTo(student.email);
  expect(subjects.at(-1)).toBe('Your class times are back');
  expect((await back(student.id)).body.message).toBe(
    `Sam ${student.lastName} is already a student`,
  );
  expect(await members.subjectsTo(student.email)).toHaveLength(subjects.length);
});

test('an alum who opted in to texts is asked again as a student, and gets a link on request', async () => {
  const student = await members.openFinished();
  await make(student.id);
  await student.post('/api/update-text-consent', { consent: true, clicked: true });
  expect((await members.personWith(student.id)).textConsent).toBe(true);
  await back(student.id, true);
  expect(await members.personWith(student.id)).toMatchObject({
    role: 'student',
    textConsent: false,
    textContinueClicked: false,
  });
  expect(await members.subjectsTo(student.email)).toContain('Welcome back to the TM course portal');
});

test('becoming an alum and a student again adds no consent record for someone who opted out', async () => {
  const student = await members.openFinished();
  await members.setConsent(student.id, false);
  await make(student.id);
  await back(student.id);
  expect((await members.consents(student.id)).map(({ consent }) => consent)).toEqual([true, false]);
});

test('an alum needs a start date to become a student again', async () => {
  const alumnus = await openStudent(portal, { role: 'alumni', startDate: null });
  const refused = await back(alumnus.id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A student needs a start date. Please click Edit and add one first.',
  ]);
  await portal.database
    .update(people)
    .set({ startDate: '2026-01-01' })
    .where(eq(people.id, alumnus.id));
  expect((await back(alumnus.id)).status).toBe(200);
});

test('a student who becomes an alum while choosing a class is not registered', async () => {
  const student = await members.openMidCourse();
  const upcoming = await members.addClass('2026-12-31T00:00:00Z', { classType: 'Monthly' });
  const [made, chosen] = await Promise.all([make(student.id), student.choose(upcoming)]);
  expect(made.status).toBe(200);
  expect([200, 403, 404]).toContain(chosen.status);
  expect(await members.held(student.id)).toEqual([5, 6]);
});
