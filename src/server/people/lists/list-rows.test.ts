import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, openStudent } from '../../../../tests/support/students.ts';
import type { StudentRow } from '../../../contract/people.ts';
import { isFound, readSearch, searchableText } from '../../../course/search.ts';
import { people } from '../../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

test('an edit and a new student return the same row as the list', async () => {
  const student = await openStudent(portal, { phone: '+12025550186' });
  await student.choose(await addClassOn(portal, '2027-07-07', '8AM'));
  const rowOf = async (id: number) =>
    (await admin.get('/api/students')).body.find((row: StudentRow) => row.id === id);
  const { email } = student;
  const { body } = await admin.patch(`/api/admin/students/${student.id}`, {
    email,
    firstName: 'Renamed',
    lastName: 'Sample',
    startDate: '2026-01-01',
    textConsent: false,
  });
  expect(body.student).toMatchObject({ firstName: 'Renamed', classesScheduled: 1 });
  expect(body.student).toEqual(await rowOf(student.id));
  const added = await admin.post('/api/admin/users', {
    email: 'just-added@example.org',
    firstName: 'Just',
    lastName: 'Added',
    startDate: '2026-11-01',
    role: 'student',
  });
  expect(added.body.student).toEqual(await rowOf(added.body.user.id));
});

test('alumni are found without accents and by phone, under the search rules', async () => {
  const names = ['José Álvarez', 'Søren Łukasz', 'Chloé O’Weiß', 'ÆSA Þór', 'Nguyễn Ươ'];
  const made = names.map((name, at) => ({
    role: 'alumni' as const,
    email: `accent-${at}@example.org`,
    firstName: name.split(' ')[0] ?? '',
    lastName: name.split(' ')[1] ?? '',
    phone: `+1503555017${at}`,
    createdAt: portal.clock.now(),
  }));
  await portal.database.insert(people).values(made);
  const found = async (typed: string) => {
    const query = new URLSearchParams({ search: typed });
    const { body } = await admin.get(`/api/alumni?${query}`);
    return body.data.map((row: { email: string }) => row.email).toSorted();
  };
  const typedTexts = ['jose alvarez', 'SOREN', 'lukasz', "o'weiss", 'aesa thor', 'nguyen uo'];
  const phones = ['503 555 0171', '(503) 555-0172', '5550173', '00 1 503 555 0174', 'jose 0170'];
  for (const typed of [...typedTexts, ...phones, 'accent- josé', '17', 'nobody']) {
    const byRule = made
      .filter((one) => isFound(readSearch(typed), searchableText(one), one.phone))
      .map(({ email }) => email);
    expect(
      (await found(typed)).filter((email: string) => email.startsWith('accent-')),
      typed,
    ).toEqual(byRule);
    if (typed !== '17') expect(byRule, typed).toHaveLength(typed === 'nobody' ? 0 : 1);
  }
});
