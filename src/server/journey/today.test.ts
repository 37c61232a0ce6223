import { afterAll, beforeAll, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { openStudent } from '../../../tests/support/students.ts';
import type { ClassToday } from '../../contract/journey.ts';
import { personNotes } from '../database/schema.ts';

type Staff = Awaited<ReturnType<ReturnType<typeof staffOf>['open']>>;

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let admin: Staff;
let teacher: Staff;
const ids: Record<string, number> = {};
/** The portal's clock reads Monday, November 16, 10:00 AM PT. */
const starts = {
  lastWeek: '2026-11-10T20:00:00Z',
  weekBefore: '2026-11-03T20:00:00Z',
  tonight: '2026-11-17T07:30:00Z',
  tomorrow: '2026-11-18T07:30:00Z',
  wednesday: '2026-11-18T08:30:00Z',
};

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  world = meetingsOf(portal);
  await world.forgetDemoClasses();
  admin = await staffOf(portal).open('admin');
  teacher = await staffOf(portal).open('teacher');
  for (const [name, startsAt] of Object.entries(starts)) {
    const instructorId = name === 'tonight' ? admin.id : teacher.id;
    ids[name] = await world.addClass(startsAt, { instructorId });
  }
});
afterAll(() => portal[Symbol.asyncDispose]());

const read = async (viewer: Staff): Promise<ClassToday[]> =>
  (await viewer.get('/api/admin/today')).body;
const idsFor = async (viewer: Staff) => (await read(viewer)).map(({ id }) => id);

test('admins get the classes of two Pacific days, and teachers a week of their own', async () => {
  expect(await idsFor(admin)).toEqual([ids.tonight, ids.tomorrow]);
  expect(await idsFor(teacher)).toEqual([ids.tomorrow, ids.wednesday]);
});

test('each student comes with their marks, missed classes and latest note', async () => {
  const student = await openStudent(portal, { firstName: 'Nora', lastName: 'Lind' });
  await world.register(student.id, ids.weekBefore ?? 0, 5);
  await world.register(student.id, ids.lastWeek ?? 0, 6);
  await world.register(student.id, ids.tomorrow ?? 0, 7);
  const about = { personId: student.id, writtenBy: admin.id };
  await portal.database.insert(personNotes).values([
    { ...about, body: 'Prefers email', writtenAt: new Date('2026-11-01T20:00:00Z') },
    {
      ...about,
      body: 'Hard of hearing\nSits in front',
      writtenAt: new Date('2026-11-02T20:00:00Z'),
    },
  ]);
  const [tomorrow] = await read(teacher);
  expect(tomorrow?.registrations).toMatchObject([
    {
      ...{ personId: student.id, name: 'Nora Lind', classNumber: 7 },
      marks: ['first', 'missed-last'],
      missed: 2,
      note: 'Hard of hearing',
    },
  ]);
});

test('a list of the journey board can be sorted by missed classes, most first', async () => {
  const [once, twice] = [
    await openStudent(portal, { firstName: 'Mathilda', lastName: 'A' }),
    await openStudent(portal, { firstName: 'Mathilda', lastName: 'B' }),
  ];
  await world.register(once.id, ids.lastWeek ?? 0, 5);
  await world.register(twice.id, ids.weekBefore ?? 0, 5);
  await world.register(twice.id, ids.lastWeek ?? 0, 6);
  const missedIn = async (query: string) => {
    const { body } = await admin.get(`/api/admin/journey/people?search=mathilda&${query}`);
    return body.people.map(({ missed }: { missed: number }) => missed);
  };
  expect(await missedIn('group=missed')).toEqual([1, 2]);
  expect(await missedIn('group=missed&sort=-missed')).toEqual([2, 1]);
  expect(await missedIn('group=missed-twice')).toEqual([2]);
});
