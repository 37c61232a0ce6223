import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import {
  clearClasses,
  openScheduledStudent,
  openStudent,
} from '../../../tests/support/students.ts';
import { people } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await clearClasses(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

async function look(id: number) {
  const teacher = await staffOf(portal).open('teacher');
  return teacher.get(`/api/admin/people/${id}`);
}

test('a student’s page shows who they are and where they are in the course', async () => {
  const student = await openScheduledStudent(portal);
  const { status, body } = await look(student.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: student.id,
    role: 'student',
    email: student.email,
    textConsent: false,
    consent: null,
    textRefusal: null,
    retreats: [],
    signIn: { lastAt: null, links: [] },
    student: { id: student.id, loginLink: null },
  });
  expect(body.signIn.devices).toHaveLength(1);
  expect(
    body.courseLine.map(({ classNumber, state }: { classNumber: number; state: string }) => [
      classNumber,
      state,
    ]),
  ).toEqual([5, 6, 7, 8, 9, 10].map((number) => [number, 'booked']));
});

test('staff see who else has looked at a page within the hour, and it is recorded once', async () => {
  const [student, one, other] = [
    await openStudent(portal),
    await staffOf(portal).open('admin'),
    await staffOf(portal).open('teacher'),
  ];
  const path = `/api/admin/people/${student.id}`;
  for (let round = 0; round < 3; round += 1) {
    expect((await one.get(path)).body.otherViewers).toEqual([]);
  }
  expect((await other.get(path)).body.otherViewers).toEqual([
    { name: `Sam ${one.lastName}`, at: expect.any(String) },
  ]);
  const seen = await one.get(`${path}/timeline?kind=views`);
  expect(seen.body.entries.map(({ by }: { by: string }) => by)).toEqual([
    `Sam ${other.lastName}`,
    `Sam ${one.lastName}`,
  ]);
  const happened = await one.get(`${path}/timeline`);
  expect(happened.body.entries.map(({ title }: { title: string }) => title)).toEqual([
    'Account created',
  ]);
  portal.clock.moveOn(61 * 60 * 1000);
  expect((await other.get(path)).body.otherViewers).toEqual([]);
});

test('an expired link counts as a refused sign-in of that person', async () => {
  const student = await openStudent(portal);
  const admin = await staffOf(portal).open('admin');
  const { body } = await admin.post(`/api/admin/people/${student.id}/login-link`);
  const token = new URL(body.loginLink, portal.url).searchParams.get('token');
  const verify = () => openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect((await verify()).status).toBe(200);
  expect((await verify()).status).toBe(400);
  const { body: timeline } = await admin.get(
    `/api/admin/people/${student.id}/timeline?kind=sign-in`,
  );
  expect(timeline.entries.map(({ title }: { title: string }) => title)).toEqual([
    'Tried a login link that didn’t work',
    'Signed in with a link that staff copied',
    'Copied a login link',
  ]);
  expect(JSON.stringify(timeline)).not.toContain(token);
  const page = await admin.get(`/api/admin/people/${student.id}`);
  expect(page.body.signIn).toMatchObject({ lastAt: expect.any(String), links: [] });
});

test('the last sign-in outlives the audit log', async () => {
  const student = await openStudent(portal);
  const lastSignInAt = new Date('2025-03-01T20:00:00Z');
  await portal.database.update(people).set({ lastSignInAt }).where(eq(people.id, student.id));
  const { body } = await look(student.id);
  expect(body.signIn.lastAt).toBe(lastSignInAt.toISOString());
});

test('staff and alumni have no course line, and an unknown person has no page', async () => {
  const admin = await staffOf(portal).open('admin');
  const alumnus = await openStudent(portal, { role: 'alumni' });
  for (const { id } of [admin, alumnus]) {
    const { body } = await admin.get(`/api/admin/people/${id}`);
    expect(body).toMatchObject({ courseLine: [], student: null });
  }
  const missing = await look(999_999_999);
  expect(missing).toMatchObject({
    status: 404,
    body: { message: 'We couldn’t find this person.' },
  });
});

test('the search finds people of any role, and only active students and alumni for the pickers', async () => {
  const named = { lastName: 'Finder', createdAt: portal.clock.now(), startDate: '2026-11-01' };
  const all = [
    { firstName: 'Ada', role: 'student' as const },
    { firstName: 'Bea', role: 'alumni' as const },
    { firstName: 'Cy', role: 'teacher' as const },
    { firstName: 'Di', role: 'student' as const, deactivatedAt: portal.clock.now() },
  ];
  const rows = all.map((one) => ({ ...named, ...one, email: `${one.firstName}@finder.test` }));
  await portal.database.insert(people).values(rows);
  const admin = await staffOf(portal).open('admin');
  const teacher = await staffOf(portal).open('teacher');
  const find = async (by: typeof admin, query: string) =>
    (await by.get(`/api/admin/people?search=finder${query}`)).body.map(
      (person: { firstName: string }) => person.firstName,
    );
  expect(await find(admin, '')).toEqual(['Ada', 'Bea', 'Cy', 'Di']);
  expect(await find(teacher, '')).toEqual(['Ada', 'Bea', 'Di']);
  expect(await find(admin, '&members=true')).toEqual(['Ada', 'Bea']);
});
