import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import {
  clearClasses,
  openScheduledStudent,
  openStudent,
} from '../../../tests/support/students.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await clearClasses(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

/** As a teacher who may not edit sees it. */
async function look(id: number) {
  const teacher = await staffOf(portal).open('teacher');
  return teacher.get(`/api/admin/people/${id}`);
}

test('a student’s page says who they are and where they stand', async () => {
  const student = await openScheduledStudent(portal);
  const { status, body } = await look(student.id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: student.id,
    role: 'student',
    email: student.email,
    textConsent: false,
    consent: null,
    hasStoppedTexts: false,
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

test('of staff and alumni there is no line of classes, and of nobody no page', async () => {
  const admin = await staffOf(portal).open('admin');
  const alumnus = await openStudent(portal, { role: 'alumni' });
  for (const { id } of [admin, alumnus]) {
    expect((await look(id)).body).toMatchObject({ courseLine: [], student: null });
  }
  const missing = await look(999_999_999);
  expect(missing).toMatchObject({ status: 404, body: { message: 'There is no such person.' } });
});
