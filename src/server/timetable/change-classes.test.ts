import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, outboxOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilBlocking } from '../../../tests/support/row-locks.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { auditLog, classes, people } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let meetings: ReturnType<typeof meetingsOf>;

beforeAll(async () => {
  portal = await openPortal();
  meetings = meetingsOf(portal);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => clearClasses(portal));

const change = (body: object) => admin.post('/api/admin/class-changes', body);
const preview = (body: object) => admin.post('/api/admin/class-changes/preview', body);
const elenasId = async () => {
  const whereElena = eq(people.email, 'elena.moretti@demo.test');
  return (await portal.database.select().from(people).where(whereElena))[0]?.id ?? 0;
};
const startOf = async (id: number) => (await meetings.classRow(id)).startsAt.toISOString();

test('several classes get a new time and instructor in one change, and students are notified', async () => {
  const instructorId = await meetings.personId('teacher@demo.test');
  const classIds = [await addClassOn(portal, '2026-11-24'), await addClassOn(portal, '2027-03-16')];
  const student = await openStudent(portal);
  for (const id of classIds) await student.choose(id);
  const { body: looked } = await preview({ classIds, timeSlot: '6PM', instructorId });
  expect(looked.people).toMatchObject([{ id: student.id, classNumbers: [5, 6] }]);
  expect(await startOf(classIds[0] ?? 0)).toBe('2026-11-25T00:00:00.000Z');
  const { body } = await change({ classIds, timeSlot: '6PM', instructorId });
  expect(body.message).toBe('2 class(es) updated successfully');
  expect(await Promise.all(classIds.map(startOf))).toEqual([
    '2026-11-25T02:00:00.000Z',
    '2027-03-17T01:00:00.000Z',
  ]);
  await meetings.finishJobs();
  const mails = (await outboxOf(portal)).filter(({ to }) => to === student.email);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Your new time for Class 5',
    'Your new time for Class 6',
  ]);
  for (const id of classIds) {
    expect((await meetings.classRow(id)).instructorId).toBe(instructorId);
    const [entry] = await portal.database
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `class:${id}`));
    expect(entry?.action).toBe('class: edited');
  }
});

test('removing the instructor keeps the time of each class', async () => {
  const instructorId = await meetings.personId('teacher@demo.test');
  const early = await meetings.addClass('2026-11-24T09:00:00-08:00', { instructorId });
  const late = await meetings.addClass('2026-11-25T19:00:00-08:00', { instructorId });
  expect((await change({ classIds: [early, late], instructorId: null })).status).toBe(200);
  expect(await meetings.classRow(early)).toMatchObject({ instructorId: null });
  expect(await startOf(late)).toBe('2026-11-26T03:00:00.000Z');
});

test('the preview names what blocks one class, and then none of them changes', async () => {
  const free = await addClassOn(portal, '2026-11-24');
  const blocked = await addClassOn(portal, '2026-11-25');
  await addClassOn(portal, '2026-11-25', '6PM');
  const classIds = [free, blocked];
  const { body } = await preview({ classIds, timeSlot: '6PM' });
  const problem =
    'There’s already a class on Wednesday, November 25 at 6:00 PM PT without an instructor. Please choose another time or instructor.';
  expect(body.classes).toMatchObject([
    { id: free, problem: null },
    { id: blocked, problem },
  ]);
  const answer = await change({ classIds, timeSlot: '6PM' });
  expect([answer.status, answer.body.message]).toEqual([409, problem]);
  expect(await startOf(free)).toBe('2026-11-25T00:00:00.000Z');
});

test('instructors get one email about all classes of a change', async () => {
  const [daniel, elena] = [await meetings.personId('teacher@demo.test'), await elenasId()];
  const classIds: number[] = [];
  for (const day of ['24', '25', '26']) {
    const startsAt = `2026-11-${day}T16:00:00-08:00`;
    classIds.push(await meetings.addClass(startsAt, { instructorId: daniel }));
  }
  const before = (await outboxOf(portal)).length;
  await change({ classIds, instructorId: elena });
  await meetings.finishJobs();
  const mails = (await outboxOf(portal)).slice(0, -before);
  expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
    ['elena.moretti@demo.test', 'You’re now teaching 3 more classes'],
    ['teacher@demo.test', 'You’re no longer teaching 3 of your classes'],
  ]);
  const row = 'Wednesday, November 25 at 4:00 PM PT: Weekly,';
  const texts = mails.map(({ text }) => text).join();
  expect(texts).toContain(`${row} now with Elena Moretti`);
  expect(texts).toContain(`${row} no students registered so far`);
});

test('an instructor gets one email about all new times, and one who loses a class about its old time', async () => {
  const [daniel, elena] = [await meetings.personId('teacher@demo.test'), await elenasId()];
  const classIds: number[] = [];
  for (const day of ['24', '25']) {
    const startsAt = `2026-11-${day}T16:00:00-08:00`;
    classIds.push(await meetings.addClass(startsAt, { instructorId: daniel }));
  }
  const newest = async () => {
    await meetings.finishJobs();
    const [mail] = (await outboxOf(portal)).filter(({ to }) => to === 'teacher@demo.test');
    return [mail?.subject, mail?.text];
  };
  await change({ classIds, timeSlot: '6PM' });
  expect(await newest()).toEqual([
    '2 of your classes have new times',
    expect.stringContaining(
      'Wednesday, November 25 at 6:00 PM PT: instead of Wednesday, November 25 at 4:00 PM PT',
    ),
  ]);
  await change({ classIds: classIds.slice(0, 1), timeSlot: '7PM', instructorId: elena });
  expect((await newest())[0]).toBe(
    'You’re no longer teaching the class on Tuesday, November 24 at 6:00 PM PT',
  );
});

test('a class whose host is busy says who uses the host, and when', async () => {
  const [daniel, elena] = [await meetings.personId('teacher@demo.test'), await elenasId()];
  const free = await meetings.addClass('2026-11-24T16:00:00-08:00', { instructorId: daniel });
  const busy = await meetings.addClass('2026-11-25T16:00:00-08:00', { instructorId: daniel });
  await meetings.addClass('2026-11-25T18:00:00-08:00', { instructorId: elena });
  const wanted = { classIds: [free, busy], timeSlot: '6PM' };
  const problem =
    'The course’s Zoom account already hosts a class on Wednesday, November 25 at 6:00 PM PT (Elena Moretti). Choose an instructor with their own Zoom user, or another time.';
  expect((await preview(wanted)).body.classes).toMatchObject([{ problem: null }, { problem }]);
  expect((await change(wanted)).body.message).toBe(problem);
});

test('a host that gets busy while several classes move is detected and named', async () => {
  const [daniel, elena] = [await meetings.personId('teacher@demo.test'), await elenasId()];
  const id = await meetings.addClass('2026-11-25T16:00:00-08:00', { instructorId: daniel });
  const { moving } = await portal.database.transaction(async (holder) => {
    const startsAt = new Date('2026-11-25T18:00:00-08:00');
    const values = { startsAt, classType: 'Weekly' as const, createdAt: testNow };
    await holder.insert(classes).values({ ...values, instructorId: elena });
    const moving = change({ classIds: [id], timeSlot: '6PM' });
    await untilBlocking(holder);
    return { moving };
  });
  expect((await moving).body.message).toContain(
    'already hosts a class on Wednesday, November 25 at 6:00 PM PT (Elena Moretti).',
  );
});

test('short notice cannot be confirmed for several classes', async () => {
  const id = await meetings.addClass('2026-11-16T09:00:00-08:00');
  portal.clock.moveTo(new Date('2026-11-16T18:50:00Z'));
  const answer = await change({ classIds: [id], timeSlot: '11AM' });
  portal.clock.moveTo(testNow);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'One of these classes would start within 15 minutes. Please use Edit to move that class separately.',
  ]);
});

test('two concurrent changes of the same classes, in different orders, wait for each other', async () => {
  const ids: number[] = [];
  for (const day of ['2026-11-24', '2026-12-01', '2026-12-08']) {
    ids.push(await addClassOn(portal, day));
  }
  const students = await Promise.all([1, 2, 3].map(() => openStudent(portal)));
  for (const student of students) for (const id of ids) await student.choose(id);
  const answers = await Promise.all([
    change({ classIds: ids, timeSlot: '6PM' }),
    change({ classIds: ids.toReversed(), timeSlot: '7PM' }),
    admin.post('/api/admin/cancellations', { classIds: ids.slice(1), reason: 'Ill' }),
  ]);
  expect(answers.map(({ status }) => status >= 500)).toEqual([false, false, false]);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
});

test('a class gets its own number of places, but not fewer than people are registered', async () => {
  const fields = {
    ...{ pacificDate: '2027-02-05T12:00:00', timeSlot: '9AM' },
    dayOfWeek: 'Friday',
  };
  const series = { startTime: '2027-02-05T17:00:00.000Z', weekIndex: 0, totalCount: 1 };
  const body = { ...fields, classType: 'Weekly' };
  const { body: added } = await admin.post('/api/classes/test', { ...body, ...series, places: 2 });
  for (const _ of [1, 2]) await (await openStudent(portal)).choose(added.id);
  const edit = (some: object) => admin.patch(`/api/classes/${added.id}`, { ...body, ...some });
  const message = '2 people are registered for this class, so it needs at least 2 places.';
  expect(await edit({ places: 1 })).toMatchObject({ status: 409, body: { message } });
  expect((await edit({})).body).toMatchObject({ places: 2, version: added.version });
  const version = added.version + 1;
  expect((await edit({ places: null })).body).toMatchObject({ places: null, version });
  await change({ classIds: [added.id], places: 3 });
  expect((await meetings.classRow(added.id)).places).toBe(3);
});
