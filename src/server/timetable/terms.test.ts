import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../tests/support/canceling.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, clearClasses } from '../../../tests/support/students.ts';
import { MAX_TERM_WEEKS } from '../../course/course.ts';
import { formatShortSlot } from '../../course/format-time.ts';
import { auditLog, classes } from '../database/schema.ts';

let portal: Portal;
let meetings: ReturnType<typeof meetingsOf>;
let admin: Awaited<ReturnType<ReturnType<typeof cancellationsOf>['openAdmin']>>;

beforeAll(async () => {
  portal = await openPortal();
  meetings = meetingsOf(portal);
  admin = await cancellationsOf(portal).openAdmin();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  await portal.database.execute('delete from closed_dates');
});

const slots = [
  { dayOfWeek: 'Tuesday', timeSlot: '9AM' },
  { dayOfWeek: 'Thursday', timeSlot: '6PM' },
];
const term = { firstDate: '2026-11-30', weeks: 2, slots };
const add = (body: object) => admin.post('/api/admin/terms', body);
const preview = (body: object) => admin.post('/api/admin/terms?dryRun=true', body);
const listClasses = () =>
  portal.database.select().from(classes).where(isNull(classes.deletedAt)).orderBy(classes.startsAt);
const listTimes = async () =>
  (await listClasses()).map(({ startsAt }) => formatShortSlot(startsAt));

test('a term adds every class with its instructor, its meeting and its audit entry', async () => {
  const instructorId = await meetings.personId('teacher@demo.test');
  const { status } = await add({
    ...term,
    slots: slots.map((slot) => ({ ...slot, instructorId })),
  });
  expect(status).toBe(200);
  expect(await listTimes()).toEqual([
    'Tue Dec 1, 9:00 AM PT',
    'Thu Dec 3, 6:00 PM PT',
    'Tue Dec 8, 9:00 AM PT',
    'Thu Dec 10, 6:00 PM PT',
  ]);
  await meetings.finishJobs();
  for (const { id, classType, zoomMeetingId, ...row } of await listClasses()) {
    expect([classType, row.instructorId, zoomMeetingId !== null]).toEqual([
      'Weekly',
      instructorId,
      true,
    ]);
    const whereAdded = and(
      eq(auditLog.subject, `class:${id}`),
      eq(auditLog.action, 'class: added'),
    );
    expect(await portal.database.$count(auditLog, whereAdded)).toBe(1);
  }
});

test('a conflict in one class leaves the timetable as it was, and the preview names it', async () => {
  await addClassOn(portal, '2026-12-08', '9AM');
  const problem =
    'There’s already a class on Tuesday, December 8 at 9:00 AM PT without an instructor. Please choose another time or instructor.';
  const { body: planned } = await preview(term);
  expect(planned.map((one: { problem: string }) => one.problem)).toEqual([
    null,
    null,
    problem,
    null,
  ]);
  expect(await add(term)).toMatchObject({ status: 409, body: { message: problem } });
  expect(await listTimes()).toEqual(['Tue Dec 8, 9:00 AM PT']);
});

test('the preview adds nothing', async () => {
  expect((await preview(term)).body).toHaveLength(4);
  expect(await listTimes()).toEqual([]);
  const jobs = sql`select from pgboss.job where name = 'sync-meeting' and state = 'created'`;
  expect((await portal.database.execute(jobs)).rowCount).toBe(0);
});

test('closed dates are skipped', async () => {
  const closed = { firstDate: '2026-12-03', lastDate: '2026-12-04', name: 'Retreat' };
  await admin.post('/api/admin/closed-dates', closed);
  const { body } = await add(term);
  expect(body).toMatchObject([
    { skipped: null },
    { skipped: 'Retreat' },
    { skipped: null },
    { skipped: null },
  ]);
  expect(await listTimes()).toEqual([
    'Tue Dec 1, 9:00 AM PT',
    'Tue Dec 8, 9:00 AM PT',
    'Thu Dec 10, 6:00 PM PT',
  ]);
});

test('slots of one term that need the same host conflict with each other, also in the preview', async () => {
  const [slot] = slots;
  const instructorId = await meetings.personId('teacher@demo.test');
  const doubled = { ...term, weeks: 1, slots: [slot, slot, { ...slot, instructorId }] };
  const { body } = await preview(doubled);
  expect(body.map((one: { problem: string | null }) => one.problem)).toEqual([
    null,
    expect.stringContaining('There’s already a class on Tuesday, December 1 at 9:00 AM PT without'),
    expect.stringContaining('already hosts a class on Tuesday, December 1 at 9:00 AM PT.'),
  ]);
  expect((await add(doubled)).status).toBe(409);
  expect(await listTimes()).toEqual([]);
});

test('the longest term keeps its Pacific time when the clocks change', async () => {
  const weeks = MAX_TERM_WEEKS;
  expect((await add({ ...term, weeks, slots: [slots[1]] })).status).toBe(200);
  const times = (await listTimes()).map((time) => time.split(', ').at(-1));
  expect([times.length, ...new Set(times)]).toEqual([weeks, '6:00 PM PT']);
});

test('the same term requested twice at once is added once', async () => {
  const statuses = (await Promise.all([add(term), add(term)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
  expect(await listTimes()).toHaveLength(4);
});
