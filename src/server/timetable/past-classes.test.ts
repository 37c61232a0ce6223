import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { alumniJoins, attendance, auditLog } from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let teacher: Student;
const ids: number[] = [];
const day = 24 * 60 * 60 * 1000;
const count = 45;
const startOf = (n: number) => new Date(Date.parse('2025-12-31T00:00:00Z') + n * 7 * day);

beforeAll(async () => {
  portal = await openPortal();
  world = meetingsOf(portal);
  await world.forgetDemoClasses();
  teacher = await staffOf(portal).open('teacher');
  for (let n = 0; n < count; n += 1) ids.push(await world.addClass(startOf(n).toISOString()));
});
afterAll(() => portal[Symbol.asyncDispose]());

async function search(query: Record<string, string> = {}) {
  const { status, body } = await teacher.get(
    `/api/admin/past-classes?${new URLSearchParams(query)}`,
  );
  return { status, ...body };
}
const found = async (query: Record<string, string>) =>
  (await search(query)).classes.map(({ id }: { id: number }) => id);

function record({ id: personId }: { id: number }, classId: number, status: 'Present' | 'Joined') {
  const seen = { personId, classId, status, source: 'report' } as const;
  return portal.database.insert(attendance).values({ ...seen, recordedAt: portal.clock.now() });
}

test('past classes are listed newest first, each once, page by page', async () => {
  const pages: number[][] = [];
  let next: number | null = 0;
  while (next !== null) {
    const before: Record<string, string> = next ? { before: String(next) } : {};
    const page: Awaited<ReturnType<typeof search>> = await search(before);
    pages.push(page.classes.map(({ id }: { id: number }) => id));
    next = page.next;
  }
  expect(pages.map(({ length }) => length)).toEqual([20, 20, 5]);
  expect(pages.flat()).toEqual(ids.toReversed());
});

test('a class is past one hour after its start, and a deleted one is not listed', async () => {
  const now = portal.clock.now().getTime();
  const running = await world.addClass(new Date(now - 59 * 60_000).toISOString());
  const over = await world.addClass(new Date(now - 61 * 60_000).toISOString());
  const deletedAt = portal.clock.now();
  const deleted = await world.addClass(new Date(now - 2 * day).toISOString(), { deletedAt });
  const listed = await found({});
  expect(listed).toContain(over);
  for (const id of [running, deleted]) expect(listed).not.toContain(id);
});

test('students who came, missed, are unclear, or are excused are counted, including makeups elsewhere', async () => {
  const [classId = 0, later = 0] = ids;
  const students = await Promise.all(Array.from({ length: 5 }, () => openStudent(portal)));
  const [came, unclear, missed, maker, excused] = students as [
    Student,
    Student,
    Student,
    Student,
    Student,
  ];
  for (const { id } of students) await world.register(id, classId, 5);
  await record(came, classId, 'Present');
  await record(unclear, classId, 'Joined');
  const admin = await staffOf(portal).open('admin');
  const body = { status: 'Excused', reason: 'ill' };
  await admin.patch(`/api/admin/classes/${classId}/attendance/${excused.id}`, body);
  const ahead = await world.addClass('2026-11-25T00:00:00Z');
  const [{ id } = { id: 0 }] = await maker.rows();
  expect((await maker.makeUp(id, ahead)).status).toBe(200);
  const alumna = await openStudent(portal, { role: 'alumni' });
  await portal.database
    .insert(alumniJoins)
    .values({ personId: alumna.id, classId, createdAt: portal.clock.now() });
  await record(alumna, classId, 'Present');

  const { classes } = await search({ to: '2025-12-30' });
  expect(classes).toMatchObject([
    { id: classId, registered: 5, came: 1, missed: 2, unclear: 1, excused: 1 },
  ]);
  expect((await search({ to: '2026-01-06' })).classes[0]).toMatchObject({
    id: later,
    registered: 0,
    came: 0,
    missed: 0,
  });
  for (const student of [came, missed, maker, excused]) {
    expect(await found({ student: student.email })).toEqual([classId]);
  }
});

test('classes can be searched by Pacific day, instructor, and student, ignoring accents', async () => {
  const instructor = await openStudent(portal, {
    role: 'teacher',
    firstName: 'Élena',
    lastName: 'Moretti_',
  });
  // 11 PM on the last day of the search, and midnight on the next day.
  const late = await world.addClass('2024-03-11T06:00:00Z', { instructorId: instructor.id });
  const next = await world.addClass('2024-03-11T07:00:00Z', { instructorId: instructor.id });
  const early = await world.addClass('2024-03-08T08:00:00Z');
  expect(await found({ from: '2024-03-08', to: '2024-03-10' })).toEqual([late, early]);
  expect(await found({ from: '2024-03-11', to: '2024-03-11' })).toEqual([next]);
  expect(await found({ instructor: 'elena MORETTI' })).toEqual([next, late]);
  expect(await found({ instructor: 'moretti_' })).toEqual([next, late]);
  expect(await found({ instructor: 'mor%tti' })).toEqual([]);
  const student = await openStudent(portal, { firstName: 'Chloé', lastName: 'Dubois' });
  await world.register(student.id, early, 5);
  expect(await found({ student: 'dubois CHLOE' })).toEqual([early]);
  expect(await found({ student: 'Chloé', instructor: 'elena' })).toEqual([]);
});

test('the search by student also finds walk-ins and alumni', async () => {
  const classId = await world.addClass('2024-05-01T00:00:00Z');
  const walkIn = await openStudent(portal, { firstName: 'Wanda', lastName: 'Gehrig' });
  const alumna = await openStudent(portal, {
    role: 'alumni',
    firstName: 'Alma',
    lastName: 'Gehrig',
  });
  const admin = await staffOf(portal).open('admin');
  const people = [{ personId: walkIn.id, status: 'Present', version: 0, isWalkIn: true }];
  await admin.put(`/api/admin/classes/${classId}/attendance`, { reason: 'seen', people });
  await portal.database
    .insert(alumniJoins)
    .values({ personId: alumna.id, classId, createdAt: portal.clock.now() });
  expect(await found({ student: 'wanda gehrig' })).toEqual([classId]);
  expect(await found({ student: 'alma gehrig' })).toEqual([classId]);
});

test('an invalid date and an invalid cursor are refused', async () => {
  expect(await search({ from: '2024-02-30' })).toMatchObject({ status: 400 });
  expect(await search({ before: 'yesterday' })).toMatchObject({ status: 404 });
  expect(await search({ before: '999999999' })).toMatchObject({ status: 200, classes: [] });
});

test('the attendance of a period is a file with one row per person and class', async () => {
  const instructor = await openStudent(portal, { role: 'teacher', lastName: 'Filer' });
  const students = await Promise.all(
    ['Ann', 'Bob', 'Cid'].map((lastName) => openStudent(portal, { firstName: 'File', lastName })),
  );
  const [ann, bob] = students as [Student, Student, Student];
  const add = (startsAt: string) => world.addClass(startsAt, { instructorId: instructor.id });
  const first = await add('2023-03-01T00:00:00Z');
  const second = await add('2023-03-08T00:00:00Z');
  const outside = await add('2023-04-05T00:00:00Z');
  for (const { id } of students) await world.register(id, first, 5);
  await world.register(ann.id, second, 6);
  await world.register(ann.id, outside, 7);
  const at = (minutes: number) => new Date(Date.parse('2023-03-01T00:00:00Z') + minutes * 60_000);
  const seen = { personId: ann.id, classId: first, status: 'Present', source: 'report' } as const;
  const times = { joinedAt: at(2), leftAt: at(58), recordedAt: at(90) };
  await portal.database.insert(attendance).values({ ...seen, ...times });
  const admin = await staffOf(portal).open('admin');
  await admin.patch(`/api/admin/classes/${first}/attendance/${bob.id}`, {
    status: 'Excused',
    reason: 'ill',
  });

  const download = async (query: Record<string, string>) => {
    const path = `/api/admin/attendance.csv?${new URLSearchParams(query)}`;
    const answer = await fetch(portal.url + path, { headers: { cookie: teacher.cookie } });
    return (await answer.text()).trim().split('\r\n').slice(1);
  };
  const march = { from: '2023-02-28', to: '2023-03-31' };
  const rows = await download(march);
  const of = (row: string | undefined) => row?.split(',') ?? [];
  expect(rows.map((row) => [of(row)[0], of(row)[5], of(row)[8], of(row)[9]])).toEqual([
    ['2023-03-07', 'Ann', '6', 'Missed'],
    ['2023-02-28', 'Ann', '5', 'Present'],
    ['2023-02-28', 'Bob', '5', 'Excused'],
    ['2023-02-28', 'Cid', '5', 'Missed'],
  ]);
  expect(rows[1]).toContain('16:00:00,Weekly,');
  expect(rows[1]).toMatch(/,Present,zoom report,.*,56,,$/);
  expect(rows[2]).toMatch(/,Excused,by hand,,,,.+,ill$/);
  expect(await download({ ...march, student: 'file bob' })).toEqual([rows[2]]);
  expect(await download({ ...march, instructor: 'no one' })).toEqual([]);
  const exported = await portal.database
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.subject, 'list:attendance'))
    .orderBy(auditLog.id);
  expect(exported.map(({ after }) => after)).toEqual([
    march,
    { ...march, personIds: [expect.any(Number)] },
    { ...march, instructorId: [] },
  ]);
});

test('classes without anyone do not end the file early', async () => {
  const student = await openStudent(portal, { lastName: 'Early' });
  const early = await world.addClass('2022-01-05T00:00:00Z');
  await world.register(student.id, early, 5);
  for (let n = 0; n < 21; n += 1) {
    await world.addClass(new Date(Date.parse('2022-02-02T00:00:00Z') + n * 7 * day).toISOString());
  }
  const path = '/api/admin/attendance.csv?from=2022-01-01&to=2022-12-31';
  const answer = await fetch(portal.url + path, { headers: { cookie: teacher.cookie } });
  expect(await answer.text()).toContain(',Early,');
});
