import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, openStudent } from '../../../tests/support/students.ts';
import { classes, people } from '../database/schema.ts';

let portal: Portal;
let limited: Portal;
beforeAll(async () => {
  portal = await openPortal();
  limited = await openPortal({ environment: { CLASS_EDIT_LATEST_DATE: '2027-03-31' } });
});
afterAll(async () => {
  await portal[Symbol.asyncDispose]();
  await limited[Symbol.asyncDispose]();
});

async function adminOf(of: Portal) {
  const [, session = ''] = (await of.cookieOf('admin@demo.test')).split('=');
  return openClient(of, { session });
}

const fields = (date: string, change: object = {}) => ({
  pacificDate: `${date}T12:00:00`,
  timeSlot: '7PM',
  dayOfWeek: 'Friday',
  classType: 'Weekly',
  ...change,
});

async function idOf(email: string) {
  const [person] = await portal.database.select().from(people).where(eq(people.email, email));
  return person?.id;
}

async function rowOf(id: number) {
  const [row] = await portal.database.select().from(classes).where(eq(classes.id, id));
  return row;
}

test('only a teacher or an admin can be an instructor', async () => {
  const admin = await adminOf(portal);
  const id = await addClassOn(portal, '2027-01-15', '7PM');
  const editWith = async (instructorId: number | undefined) =>
    admin.patch(`/api/classes/${id}`, fields('2027-01-15', { instructorId }));
  for (const email of ['teacher@demo.test', 'admin@demo.test']) {
    expect((await editWith(await idOf(email))).body.instructorId, email).toBe(await idOf(email));
  }
  for (const wrong of [
    await idOf('mid-course@demo.test'),
    await idOf('alumni@demo.test'),
    999_999,
  ]) {
    const { status, body } = await editWith(wrong);
    expect([status, body.message]).toEqual([400, 'Please choose an instructor from the list.']);
  }
  expect((await rowOf(id))?.instructorId).toBe(await idOf('admin@demo.test'));
});

test.each([
  ['one year ahead without a setting', () => portal, '2027-11-16', '2027-11-17'],
  ['the day in CLASS_EDIT_LATEST_DATE', () => limited, '2027-03-31', '2027-04-01'],
])('a class can be moved from today until %s', async (_until, which, last, beyond) => {
  const admin = await adminOf(which());
  const id = await addClassOn(which(), '2027-01-22', '7PM');
  const move = async (date: string, timeSlot: string) =>
    (await admin.patch(`/api/classes/${id}`, fields(date, { timeSlot }))).status;
  expect(await move('2026-11-15', '7PM')).toBe(400);
  const refused = await admin.patch(`/api/classes/${id}`, fields(beyond));
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'You can’t move a class to that day. Please choose another day.',
  ]);
  expect(await move(last, '3PM')).toBe(200);
  expect(await move('2026-11-16', '8PM')).toBe(200);
});

test('an edit with the current version is saved, and one with an older version gets the current values', async () => {
  const admin = await adminOf(portal);
  const id = await addClassOn(portal, '2027-01-29', '7PM');
  const { body: list } = await admin.get('/api/classes/all');
  const { version } = list.find((row: { id: number }) => row.id === id);
  const ifSeen = { 'if-match': `"${version}"` };
  const edit = (change: object, headers = ifSeen) =>
    admin.patch(`/api/classes/${id}`, fields('2027-01-29', change), headers);
  const first = await edit({ timeSlot: '8PM' });
  expect([first.status, first.body.version]).toEqual([200, version + 1]);
  const second = await edit({ timeSlot: '6PM' });
  expect([second.status, second.body]).toEqual([
    409,
    {
      message:
        'Someone else has changed this class in the meantime. Please check the new values before you save again.',
      current: {
        startTime: '2027-01-30T04:00:00.000Z',
        timeSlot: '8PM',
        dayOfWeek: 'Friday',
        classType: 'Weekly',
        instructorFirstName: null,
        places: null,
        version: version + 1,
      },
    },
  ]);
  expect((await rowOf(id))?.version).toBe(version + 1);
  const knowing = { 'if-match': `"${second.body.current.version}"` };
  expect((await edit({ timeSlot: '6PM' }, knowing)).body.timeSlot).toBe('6PM');
});

test('an edit is idempotent', async () => {
  const admin = await adminOf(portal);
  const id = await addClassOn(portal, '2027-02-05', '7PM');
  const ifSeen = { 'if-match': '"0"' };
  for (const headers of [ifSeen, ifSeen, undefined]) {
    const edited = await admin.patch(
      `/api/classes/${id}`,
      fields('2027-02-05', { timeSlot: '8PM' }),
      headers,
    );
    expect([edited.status, edited.body.version]).toEqual([200, 1]);
  }
});

test('a class that changed since it was read is not deleted', async () => {
  const admin = await adminOf(portal);
  const id = await addClassOn(portal, '2027-02-12', '7PM');
  await admin.patch(`/api/classes/${id}`, fields('2027-02-12', { timeSlot: '8PM' }));
  const stale = await admin.delete(`/api/classes/${id}`, { 'if-match': '"0"' });
  expect([stale.status, stale.body.message, stale.body.current.timeSlot]).toEqual([
    409,
    'Someone else has changed this class in the meantime. Please check the new values before you delete it.',
    '8PM',
  ]);
  expect((await rowOf(id))?.deletedAt).toBeNull();
  expect((await admin.delete(`/api/classes/${id}`, { 'if-match': '"1"' })).status).toBe(200);
});

test.each([
  [1, 'Busy1 Abel already has another class then.'],
  [2, 'Busy1 Abel and Busy2 Abel already have another class then.'],
])(
  'a class does not move into a week where %i of its students have another one, and the error names them',
  async (count, who) => {
    const admin = await adminOf(portal);
    const id = await addClassOn(portal, `2027-04-0${count}`, '7PM');
    const other = await addClassOn(portal, `2027-05-1${count}`, '7PM');
    for (let serial = 0; serial < count; serial += 1) {
      const student = await openStudent(portal, {
        firstName: `Busy${serial + 1}`,
        lastName: 'Abel',
      });
      await meetingsOf(portal).register(student.id, id, 5);
      await meetingsOf(portal).register(student.id, other, 6);
    }
    await meetingsOf(portal).register((await openStudent(portal)).id, id, 5);
    const { status, body } = await admin.patch(
      `/api/classes/${id}`,
      fields(`2027-05-1${count + 2}`),
    );
    expect([status, body.message]).toEqual([409, `You can’t move the class to that week: ${who}`]);
  },
);

test('an edit that keeps the time notifies no one of a move', async () => {
  const admin = await adminOf(portal);
  const student = await openStudent(portal);
  const id = await addClassOn(portal, '2027-06-04', '7PM');
  await meetingsOf(portal).register(student.id, id, 5);
  const instructorId = await idOf('teacher@demo.test');
  const { status } = await admin.patch(
    `/api/classes/${id}`,
    fields('2027-06-04', { instructorId }),
  );
  expect(status).toBe(200);
  expect(await student.rows()).toMatchObject([{ calendarSequence: 0 }]);
  const { rowCount } = await portal.database.execute(
    `select from pgboss.job where name = 'mail-class-moved' and data->>'personId' = '${student.id}'`,
  );
  expect(rowCount).toBe(0);
});

test('a class cannot move to a past time, but may keep its own', async () => {
  const admin = await adminOf(portal);
  const student = await openStudent(portal);
  const id = await addClassOn(portal, '2026-11-16', '7PM');
  const begun = await addClassOn(portal, '2026-11-16', '9AM');
  await meetingsOf(portal).register(student.id, id, 5);
  const move = (which: number, timeSlot: string) =>
    admin.patch(`/api/classes/${which}`, fields('2026-11-16', { timeSlot }));
  const { status, body } = await move(id, '8AM');
  expect([status, body]).toEqual([
    400,
    { message: 'This time has passed. Please choose a later one.', field: 'timeSlot' },
  ]);
  expect((await rowOf(id))?.startsAt).toEqual(new Date('2026-11-17T03:00:00Z'));
  expect((await move(begun, '9AM')).status).toBe(200);
  expect((await move(begun, '8AM')).status).toBe(400);
});

test('a move to a time within 15 minutes needs a confirmation', async () => {
  const id = await addClassOn(portal, '2026-11-17', '7PM');
  const before = portal.clock.now();
  portal.clock.moveTo(new Date('2026-11-17T20:46:00Z'));
  const admin = await adminOf(portal);
  const move = (timeSlot: string, query = '') =>
    admin.patch(`/api/classes/${id}${query}`, fields('2026-11-17', { timeSlot }));
  const { status, body } = await move('1PM');
  expect([status, body.message]).toEqual([
    409,
    'The class would start within 15 minutes. Please confirm that this is what you want.',
  ]);
  expect((await move('1PM', '?shortNotice=yes')).status).toBe(400);
  expect((await move('1PM', '?shortNotice=confirmed')).body.timeSlot).toBe('1PM');
  expect((await move('12PM', '?shortNotice=confirmed')).status).toBe(400);
  expect((await move('2PM')).status).toBe(200);
  portal.clock.moveTo(before);
});

test('the type of a class can change while no one is registered', async () => {
  const admin = await adminOf(portal);
  const id = await addClassOn(portal, '2027-06-11', '7PM');
  const change = fields('2027-06-11', { classType: 'Monthly' });
  expect((await admin.patch(`/api/classes/${id}`, change)).body.classType).toBe('Monthly');
});
