import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alreadyDid } from '../../../tests/support/limits.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { addMondays, openPlanner, register } from '../../../tests/support/planning.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { auditLog, classTimeWishes, people } from '../database/schema.ts';
import { deleteOldRecordsJob } from '../jobs/delete-old-records.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

type Client = Awaited<ReturnType<typeof openStudent>>;

const path = '/api/class-time-wish';
const words = { classNumber: 5, days: ['Monday'], hours: ['evening'], comment: 'After work' };

const pageOf = async (viewer: Client, { id }: Client) =>
  (await viewer.get(`/api/admin/people/${id}`)).body;
const rowsOf = ({ id }: Client) =>
  portal.database.select().from(classTimeWishes).where(eq(classTimeWishes.personId, id));
const answer = (actor: Client, id: number, version?: number) =>
  actor.post(
    `/api/admin/class-time-wishes/${id}/answer`,
    undefined,
    version === undefined ? {} : { 'if-match': `"${version}"` },
  );

test('staff see a student’s wish on the student page until it is answered, and then who answered it', async () => {
  const [student, teacher] = [await openStudent(portal), await staffOf(portal).open('teacher')];
  const admin = await staffOf(portal).open('admin');
  expect((await student.get(path)).body).toBeNull();
  const sent = await student.post(path, words);
  expect(sent).toMatchObject({ status: 200, body: { ...words, sentAt: expect.any(String) } });
  expect((await student.get(path)).body).toEqual(sent.body);
  const { wish } = await pageOf(teacher, student);
  expect(wish).toMatchObject({ ...words, version: 1, answered: null });
  expect((await answer(teacher, wish.id)).status).toBe(403);
  expect((await answer(admin, wish.id, 1)).status).toBe(200);
  expect((await student.get(path)).body).toBeNull();
  const by = expect.stringContaining('Sam Sample');
  expect((await pageOf(teacher, student)).wish).toMatchObject({ answered: { by } });
  expect((await rowsOf(student))[0]).toMatchObject({ answeredBy: admin.id });
});

test('a second wish replaces an open one, and is a new wish after an answer', async () => {
  const [student, admin] = [await openStudent(portal), await staffOf(portal).open('admin')];
  await student.post(path, words);
  await student.post(path, { ...words, days: ['Friday', 'Sunday'], comment: '' });
  expect(await rowsOf(student)).toMatchObject([{ days: ['Friday', 'Sunday'], version: 2 }]);
  const [{ id } = { id: 0 }] = await rowsOf(student);
  await answer(admin, id);
  await student.post(path, words);
  expect(await rowsOf(student)).toHaveLength(2);
  expect((await pageOf(admin, student)).wish).toMatchObject({ days: ['Monday'], answered: null });
});

test('two simultaneous wishes become one, and the same wish sends one notice', async () => {
  const student = await openStudent(portal);
  const sent = [words, words, { ...words, comment: 'Or at noon' }, words];
  const answers = await Promise.all(sent.map((body) => student.post(path, body)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await rowsOf(student)).toHaveLength(1);
  const before = await rowsOf(student);
  const { classNumber, days, hours, comment } = before[0] ?? words;
  await student.post(path, { classNumber, days, hours, comment });
  expect(await rowsOf(student)).toEqual(before);
});

test('withdrawing a wish is idempotent', async () => {
  const [student, admin] = [await openStudent(portal), await staffOf(portal).open('admin')];
  await student.post(path, words);
  const [{ id } = { id: 0 }] = await rowsOf(student);
  expect((await student.delete(path)).status).toBe(200);
  expect((await student.delete(path)).status).toBe(200);
  expect(await rowsOf(student)).toEqual([]);
  expect(await answer(admin, id)).toMatchObject({
    status: 404,
    body: { message: 'The student has withdrawn this request. Please reload the page.' },
  });
});

test('a wish that the student replaced after staff read it is not answered', async () => {
  const [student, admin] = [await openStudent(portal), await staffOf(portal).open('admin')];
  await student.post(path, words);
  await student.post(path, { ...words, comment: 'Sundays too' });
  const [{ id } = { id: 0 }] = await rowsOf(student);
  expect(await answer(admin, id, 1)).toMatchObject({
    status: 409,
    body: { current: { comment: 'Sundays too', version: 2 } },
  });
  expect((await answer(admin, id, 2)).status).toBe(200);
  const other = await staffOf(portal).open('admin');
  expect((await answer(other, id, 2)).status).toBe(200);
  expect((await rowsOf(student))[0]?.answeredBy).toBe(admin.id);
});

test('an empty wish, a malformed one, and too many of them are rejected with a message', async () => {
  const student = await openStudent(portal);
  const nothing = { ...words, days: [], hours: [], comment: '  ' };
  expect(await student.post(path, nothing)).toMatchObject({
    status: 400,
    body: { message: 'Please choose a day or time, or write a comment', field: 'days' },
  });
  for (const wrong of [
    { days: ['Noday'] },
    { hours: ['night'] },
    { classNumber: 11 },
    { comment: 'x'.repeat(301) },
    { more: true },
  ]) {
    expect((await student.post(path, { ...words, ...wrong })).status).toBe(400);
  }
  expect((await student.post(path, { ...words, classNumber: 4 })).status).toBe(404);
  await alreadyDid(portal, 'wishes', 9, student.id);
  expect((await student.post(path, { ...words, comment: 'The last one.' })).status).toBe(200);
  expect(await student.post(path, words)).toMatchObject({
    status: 429,
    body: { message: 'You’ve done this too many times today. Please try again tomorrow.' },
  });
});

test('an open wish is listed as a problem until it is answered or its student leaves', async () => {
  const problems = problemsOf(portal);
  const [student, gone] = [await openStudent(portal), await openStudent(portal)];
  const admin = await staffOf(portal).open('admin');
  const mine = async () =>
    (await problems.of('wishes')).filter(({ person }) =>
      [student.id, gone.id].includes(person?.id ?? 0),
    );
  for (const one of [student, gone]) await one.post(path, words);
  expect(await mine()).toHaveLength(2);
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, gone.id));
  const person = { id: student.id, name: expect.any(String) };
  const shown = { what: 'No time works for Class 5', reason: 'After work', person };
  expect(await mine()).toMatchObject([shown]);
  const [{ id } = { id: 0 }] = await rowsOf(student);
  await answer(admin, id);
  expect(await mine()).toEqual([]);
});

test('a wish is settled when its own class gets a time, but not when another class does', async () => {
  const [student, teacher] = [await openStudent(portal), await staffOf(portal).open('teacher')];
  await clearClasses(portal);
  const [first = 0, second = 0] = await addMondays(portal);
  await student.post(path, { ...words, classNumber: 6 });
  await student.choose(first);
  expect((await student.get(path)).body).toMatchObject({ classNumber: 6 });
  await student.choose(second);
  expect((await student.get(path)).body).toBeNull();
  expect((await pageOf(teacher, student)).wish).toMatchObject({ answered: { by: null } });
  const ofStudent = (await problemsOf(portal).of('wishes')).filter(
    ({ person }) => person?.id === student.id,
  );
  expect(ofStudent).toEqual([]);
});

test('a class that is planned, moved, or chosen by staff also settles its wish', async () => {
  const admin = await staffOf(portal).open('admin');
  await clearClasses(portal);
  const course = await addMondays(portal);
  const { student, plan } = await openPlanner(portal, course);
  const settledBy = async () => (await pageOf(admin, student)).wish.answered?.by;
  await student.post(path, { ...words, classNumber: 8 });
  expect((await register(student, plan)).status).toBe(200);
  expect(await settledBy()).toBeNull();

  await student.post(path, { ...words, classNumber: 7 });
  expect(await settledBy()).toBeUndefined();
  const [, , seven] = await student.rows();
  const sooner = await addClassOn(portal, '2026-12-01', '4PM');
  expect((await student.reschedule(seven?.id ?? 0, sooner)).status).toBe(200);
  expect(await settledBy()).toBeNull();

  const other = await openStudent(portal);
  await other.post(path, words);
  const chosen = { classId: await addClassOn(portal, '2026-11-18', '4PM') };
  const act = await admin.post(`/api/admin/people/${other.id}/class-times/5`, chosen);
  expect(act.status).toBe(200);
  const { wish } = await pageOf(admin, other);
  expect(wish.answered).toMatchObject({ by: expect.stringContaining('Sam Sample') });
});

test('the timeline lists each wish and answer, and the student’s note is in no other record', async () => {
  const [student, admin] = [await openStudent(portal), await staffOf(portal).open('admin')];
  await student.post(path, { ...words, comment: 'A rare word: quincunx' });
  const [{ id } = { id: 0 }] = await rowsOf(student);
  portal.clock.moveOn(1000);
  await answer(admin, id);
  const { body } = await admin.get(`/api/admin/people/${student.id}/timeline?kind=classes`);
  expect(body.entries).toMatchObject([
    { title: 'Marked a request for other class times as answered', by: expect.any(String) },
    {
      title: 'Requested other class times',
      by: null,
      changes: [
        { field: 'Class number', after: '5' },
        { field: 'Days', after: 'Monday' },
        { field: 'Hours', after: 'evening' },
      ],
    },
  ]);
  const audited = JSON.stringify(await portal.database.select().from(auditLog));
  expect(audited).not.toContain('quincunx');
  expect(portal.logged.join('')).not.toContain('quincunx');
});

test('a wish is deleted a year after its answer, and kept while it is open', async () => {
  const student = await openStudent(portal);
  const { id: personId } = student;
  const daysAgo = (days: number) => new Date(portal.clock.now().getTime() - days * 86_400_000);
  const wish = { personId, classNumber: 5, days: [], hours: [], sentAt: daysAgo(800) };
  const answeredBy = personId;
  await portal.database.insert(classTimeWishes).values([
    { ...wish, comment: 'old', answeredAt: daysAgo(366), answeredBy },
    { ...wish, comment: 'young', answeredAt: daysAgo(364), answeredBy },
    { ...wish, comment: 'open' },
  ]);
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, deleteOldRecordsJob, {}),
  );
  await meetingsOf(portal).finishJobs();
  const left = (await rowsOf(student)).map(({ comment }) => comment);
  expect(left.toSorted()).toEqual(['open', 'young']);
});
