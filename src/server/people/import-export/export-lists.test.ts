import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { attendance, auditLog, people, registrations, waitingList } from '../../database/schema.ts';

let portal: Portal;
let cookie: string;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  cookie = await portal.cookieOf('admin@demo.test');
  admin = openClient(portal, { session: cookie.split('=')[1] ?? '' });
});
afterAll(() => portal[Symbol.asyncDispose]());

const fetchList = (what: string) =>
  fetch(`${portal.url}/api/admin/export/${what}`, { headers: { cookie } });
const exported = async (what: string) => (await fetchList(what)).text();
const apply = (csv: string, role: string) =>
  admin.post('/api/admin/people/import', { csv, role, sendWelcome: false, apply: true });

test('a list is a CSV file that spreadsheets read as UTF-8, and its export is in the audit log', async () => {
  const answer = await fetchList('alumni');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="alumni.csv"');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(bytes.toString()).toMatch(
    /^\uFEFFemail,first_name,last_name,phone,start_date,transfer\r\n/,
  );
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, 'list:alumni'));
  expect(rows).toMatchObject([{ action: 'list: exported', before: null, after: null }]);
  expect((await fetchList('teachers')).status).toBe(404);
});

test('a cell that looks like a formula starts with an apostrophe, and no phone number looks like one', async () => {
  await apply(
    'email,first_name,last_name,phone,start_date\nformula@x.test,=1+1,-Sum,(212) 555-0790,2026-01-01\nbritish@x.test,Ada,Byron,+44 20 7946 0018,2026-01-01',
    'student',
  );
  const csv = await exported('students');
  expect(csv).toContain("formula@x.test,'=1+1,'-Sum,(212) 555-0790,2026-01-01,no");
  expect(csv).toContain('british@x.test,Ada,Byron,011 44 20 7946 0018,2026-01-01,no');
});

test('deactivated people are not exported', async () => {
  const formerly = ['student', 'alumni'].map((role) => `formerly-${role}@x.test`);
  for (const role of ['student', 'alumni']) {
    const line = `formerly-${role}@x.test,Ada,Byron,2026-01-01`;
    await apply(`email,first_name,last_name,start_date\n${line}`, role);
  }
  const both = async () => (await exported('students')) + (await exported('alumni'));
  for (const email of formerly) expect(await both()).toContain(email);
  const ended = { deactivatedAt: portal.clock.now() };
  await portal.database.update(people).set(ended).where(inArray(people.email, formerly));
  for (const email of formerly) expect(await both()).not.toContain(email);
});

test('a student export can be imported again: nothing changes here, and an empty portal gets the same people', async () => {
  const csv = await exported('students');
  const here = await apply(csv, 'student');
  expect(here.body.rows.filter((row: { outcome: string }) => row.outcome !== 'unchanged')).toEqual(
    [],
  );

  await using other = await openPortal({ runsJobs: false });
  const students = other.database
    .select({ id: people.id })
    .from(people)
    .where(eq(people.role, 'student'));
  await other.database.delete(waitingList);
  await other.database.delete(attendance).where(inArray(attendance.personId, students));
  await other.database.delete(registrations).where(inArray(registrations.studentId, students));
  await other.database
    .update(people)
    .set({ role: 'alumni', email: sql`'old-' || ${people.id} || '@x.test'`, phone: null })
    .where(eq(people.role, 'student'));
  const session = (await other.cookieOf('admin@demo.test')).split('=')[1] ?? '';
  const body = { csv, role: 'student', sendWelcome: false, apply: true };
  const answer = await openClient(other, { session }).post('/api/admin/people/import', body);
  expect(answer.body.rows.flatMap((row: { problems: string[] }) => row.problems)).toEqual([]);
  const again = await fetch(`${other.url}/api/admin/export/students`, {
    headers: { cookie: `session=${session}` },
  });
  expect((await again.text()).split('\r\n')).toEqual(csv.split('\r\n'));
});

test('the class list counts who is registered and who was present', async () => {
  const classId = await addClassOn(portal, '2026-11-10', '8PM');
  const students = await portal.database
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.role, 'student'), eq(people.email, 'new-student@demo.test')));
  const [student] = students;
  const studentId = student?.id ?? 0;
  const at = portal.clock.now();
  await portal.database
    .insert(registrations)
    .values({ studentId, classId, classNumber: 5, pacificWeek: '2026-11-08', createdAt: at });
  await portal.database
    .insert(attendance)
    .values({ personId: studentId, classId, status: 'Present', source: 'report', recordedAt: at });
  const csv = await exported('classes');
  expect(csv).toMatch(/^date,time_pacific,type,instructor,registered,present\r\n/);
  expect(csv).toContain('2026-11-10,8:00 PM,Weekly,,1,1\r\n');
});
