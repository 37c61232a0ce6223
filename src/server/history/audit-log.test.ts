import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { addClassOn, openStudent, type Student } from '../../../tests/support/students.ts';
import type { AuditEntry } from '../../contract/history.ts';
import { auditLog, people } from '../database/schema.ts';

let portal: Portal;
let admin: Student;
let teacher: Student;
beforeAll(async () => {
  portal = await openPortal();
  const staff = staffOf(portal);
  admin = await staff.open('admin');
  teacher = await staff.open('teacher');
});
afterAll(() => portal[Symbol.asyncDispose]());

type Query = Record<string, string | number>;
interface Page {
  entries: AuditEntry[];
  next: number | null;
  named: Record<'person' | 'actor' | 'class', string | null>;
}

function pathOf(query: Query, end = ''): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]);
  return `/api/admin/audit${end}?${new URLSearchParams(pairs)}`;
}

async function search(query: Query): Promise<Page> {
  const { status, body } = await admin.get(pathOf(query));
  expect(status).toBe(200);
  return body;
}
const wordsOf = ({ entries }: Page) => entries.map(({ words }) => words);

const entryOf = (change: Partial<typeof auditLog.$inferInsert>) => ({
  at: portal.clock.now(),
  action: 'student: edited',
  subject: 'portal',
  ...change,
});
const person = (id: number) => ({ subject: `person:${id}`, personId: id });
const write = (...entries: Partial<typeof auditLog.$inferInsert>[]) =>
  portal.database.insert(auditLog).values(entries.map(entryOf));

test('an edit is found by the person it concerns, with names, times and each changed field', async () => {
  const student = await openStudent(portal, { firstName: 'Ottilie' });
  const { email, lastName } = student;
  const rest = { phone: '', startDate: '2026-01-01', textConsent: false };
  const edit = { firstName: 'Tilly', lastName, email, ...rest };
  const saved = await admin.patch(`/api/admin/students/${student.id}`, edit);
  expect(saved.status).toBe(200);
  const name = `Tilly ${student.lastName}`;
  const { entries, named } = await search({ person: student.id });
  expect(named.person).toBe(name);
  expect(entries).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      actor: { id: admin.id, name: `Sam ${admin.lastName}` },
      via: null,
      words: 'Edited a student',
      subject: { name, personId: student.id, classId: null },
      changes: [{ field: 'First name', before: 'Ottilie', after: 'Tilly' }],
      ip: '127.0.0.1',
    },
  ]);
  expect((await search({ about: `tilly ${student.lastName}` })).entries).toEqual(entries);
  expect((await search({ by: admin.email, about: student.email })).entries).toEqual(entries);
  expect((await search({ by: teacher.email, about: student.email })).entries).toEqual([]);
});

test('a reschedule is found by student and by actor, with the times of both classes', async () => {
  const student = await openStudent(portal);
  const [first, second] = [
    await addClassOn(portal, '2026-12-01'),
    await addClassOn(portal, '2026-12-02'),
  ];
  const { body: registration } = await student.choose(first);
  expect((await student.reschedule(registration.id, second)).status).toBe(200);
  const [moved, ...others] = (await search({ person: student.id })).entries;
  expect(others).toEqual([]);
  expect(moved).toMatchObject({
    words: 'Rescheduled a class',
    actor: { id: student.id },
    subject: { name: `Sam ${student.lastName}, Class 5`, personId: student.id },
    changes: [
      {
        field: 'Class',
        before: 'Tue, Dec 1, 2026, 4:00 PM PT',
        after: 'Wed, Dec 2, 2026, 4:00 PM PT',
      },
    ],
  });
  expect((await search({ actor: student.id })).entries).toEqual([moved]);
  expect((await search({ person: student.id, class: second })).entries).toEqual([moved]);
  expect((await search({ person: student.id, class: second + 1 })).entries).toEqual([]);
});

test('filters by kind and by Pacific days narrow each other', async () => {
  const day = (date: string) => new Date(`${date}T12:00:00-08:00`);
  const midnight = new Date('2025-01-12T00:00:00-08:00');
  await write(
    { at: day('2025-01-10'), action: 'list: exported', subject: 'list:students' },
    { at: day('2025-01-11'), action: 'list: exported', subject: 'list:alumni' },
    { at: new Date('2025-01-11T23:59:59-08:00'), action: 'job: tried again', subject: 'job:1' },
    { at: midnight, action: 'list: exported', subject: 'list:classes' },
  );
  const january = { from: '2025-01-10', to: '2025-01-12' };
  const namesOf = async (query: Query) =>
    (await search(query)).entries.map(({ subject }) => subject.name);
  expect(await namesOf({ ...january, kind: 'exports' })).toEqual([
    'All classes',
    'All alumni',
    'All students',
  ]);
  expect(await namesOf({ from: '2025-01-11', to: '2025-01-11' })).toEqual(['Job 1', 'All alumni']);
  expect(await namesOf({ ...january, kind: 'operations' })).toEqual(['Job 1']);
  expect((await admin.get(pathOf({ kind: 'nonsense' }))).status).toBe(400);
});

test('pages return every entry once, even with equal times, while more are written', async () => {
  const student = await openStudent(portal);
  await write(
    ...Array.from({ length: 120 }, () => ({
      ...person(student.id),
      action: 'messages: tried again',
    })),
  );
  const pages: number[][] = [];
  let before: number | null = null;
  do {
    const page: Page = await search({ person: student.id, ...(before && { before }) });
    pages.push(page.entries.map(({ id }) => id));
    before = page.next;
    await write({ at: new Date(portal.clock.now().getTime() + 1000), ...person(student.id) });
  } while (before !== null);
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
  expect(new Set(pages.flat()).size).toBe(120);
});

test('entries from the command line are found by that name, and an unknown action shows its raw name', async () => {
  await write({ action: 'temple: swept', subject: 'portal', via: 'command line' });
  const [entry] = (await search({ by: 'Command line' })).entries;
  expect(entry).toMatchObject({
    actor: { id: null, name: 'Command line' },
    via: 'command line',
    words: 'temple: swept',
    subject: { name: 'The portal' },
  });
});

test('a name that too many people share is refused with a message', async () => {
  const { status, body } = await admin.get(pathOf({ about: 'e' }));
  expect([status, body.message]).toEqual([
    400,
    'Too many people match that. Please type more of the name, or the email address.',
  ]);
});

test('fetching a start link is logged with the person and the class', async () => {
  const classId = await meetingsOf(portal).addMeeting('2026-12-05T00:00:00Z', {
    mayShareHost: true,
  });
  expect((await teacher.get(`/api/classes/${classId}/fresh-zoom-url`)).status).toBe(200);
  const [entry] = (await search({ class: classId })).entries;
  expect(entry).toMatchObject({
    words: 'Started a meeting',
    actor: { id: teacher.id },
    subject: { name: 'Class on Fri, Dec 4, 2026, 4:00 PM PT', classId },
  });
});

test('a refused staff call is logged once an hour, and a refused student call is not', async () => {
  const other = await staffOf(portal).open('teacher');
  const refusals = async () => (await search({ actor: other.id, kind: 'refused' })).entries;
  for (let n = 0; n < 3; n += 1) expect((await other.get('/api/admin/staff')).status).toBe(403);
  expect((await other.post('/api/admin/people/7/sign-out')).status).toBe(403);
  expect((await refusals()).map(({ subject }) => subject.name)).toEqual([
    'POST /api/admin/people/7/sign-out',
    'GET /api/admin/staff',
  ]);
  portal.clock.moveOn(60 * 60_000);
  admin = await staffOf(portal).open('admin');
  expect((await other.get('/api/admin/staff')).status).toBe(403);
  expect(await refusals()).toHaveLength(3);

  const student = await openStudent(portal);
  expect((await student.get('/api/admin/staff')).status).toBe(403);
  const theirs = and(eq(auditLog.actorId, student.id), eq(auditLog.action, 'call: refused'));
  expect(await portal.database.$count(auditLog, theirs)).toBe(0);
});

test('a refused link is logged for its owner', async () => {
  const student = await openStudent(portal);
  const { body } = await admin.post(`/api/admin/people/${student.id}/login-link`);
  const token = new URL(body.loginLink, portal.url).searchParams.get('token');
  const deactivatedAt = portal.clock.now();
  await portal.database.update(people).set({ deactivatedAt }).where(eq(people.id, student.id));
  expect((await openClient(portal).post('/api/auth/verify', { token })).status).toBe(400);
  const { entries } = await search({ person: student.id });
  expect(entries.map(({ actor, words }) => [actor.name, words])).toEqual([
    ['Not signed in', 'Tried a login link that didn’t work'],
    [`Sam ${admin.lastName}`, 'Copied a login link'],
  ]);
});

test('the CSV has the search results without formulas, and the export is logged without names', async () => {
  const student = await openStudent(portal, { firstName: '=1', lastName: 'Quetzalcoatl' });
  await write(
    { ...person(student.id), after: { firstName: 'Q', textConsent: true } },
    ...Array.from({ length: 600 }, (_, at) => ({ ...person(student.id), after: { at } })),
  );
  const answer = await fetch(portal.url + pathOf({ about: 'quetzalcoatl' }, '.csv'), {
    headers: { cookie: admin.cookie },
  });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const csv = await answer.text();
  expect(csv.match(/Edited a student/g)).toHaveLength(601);
  expect(csv).toContain("'=1 Quetzalcoatl,First name: Q; Receives texts: Yes,");
  const [noted] = (await search({ actor: admin.id, kind: 'exports' })).entries;
  expect(noted).toMatchObject({
    words: 'Exported the audit log',
    subject: { name: 'The audit log' },
  });
  const [row] = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.id, noted?.id ?? 0));
  expect(row?.after).toEqual({ personIds: [student.id] });
});

test('an erased person leaves neither a name nor a detail', async () => {
  const student = await openStudent(portal, { firstName: 'Zebulon', lastName: 'Secret' });
  await write(
    { ...person(student.id), before: { lastName: 'Secret' }, ip: '192.0.2.1' },
    { subject: 'audit', action: 'audit: exported', after: { personIds: [student.id] } },
  );
  const { id, email } = student;
  expect((await admin.post(`/api/admin/people/${id}/erase`, { email })).status).toBe(200);
  const about = await search({ person: student.id });
  expect(wordsOf(about)).toEqual(['Erased a person', 'Edited a student']);
  const everything = await search({});
  expect(JSON.stringify([about, everything])).not.toMatch(/Zebulon|Secret|192\.0\.2\.1/);
});
