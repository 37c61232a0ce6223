import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboxOf } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { clearClasses } from '../../../../tests/support/students.ts';

let portal: Portal;
let staff: ReturnType<typeof staffOf>;
let meetings: ReturnType<typeof meetingsOf>;
type Staff = Awaited<ReturnType<typeof staff.open>>;
let admin: Staff;
let leaving: Staff;
let taking: Staff;
let theirs: number[];

beforeAll(async () => {
  portal = await openPortal();
  staff = staffOf(portal);
  meetings = meetingsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  admin = await staff.openOnlyAdmin();
  leaving = await staff.open('teacher');
  taking = await staff.open('teacher');
  const instructorId = leaving.id;
  theirs = [
    await meetings.addClass('2026-11-24T16:00:00-08:00', { instructorId }),
    await meetings.addClass('2026-12-01T16:00:00-08:00', { instructorId }),
  ];
});

const handOver = (to: number) => staff.deactivate(admin, leaving.id, { handOverTo: to });
const instructorOf = async (id: number) => (await meetings.classRow(id)).instructorId;
const isActive = async (id: number) => !(await staff.rowOf(admin, id)).deactivatedAt;

test('canceled classes are handed over too, and stay canceled until the cancellation is undone', async () => {
  const [canceled = 0] = theirs;
  const reason = 'Ill';
  const { body } = await admin.post('/api/admin/cancellations', { classIds: [canceled], reason });
  expect((await handOver(taking.id)).status).toBe(200);
  expect(await meetings.classRow(canceled)).toMatchObject({
    instructorId: taking.id,
    cancellationId: body.id,
  });
  await admin.post(`/api/admin/cancellations/${body.id}/undo`, {});
  expect(await meetings.classRow(canceled)).toMatchObject({
    instructorId: taking.id,
    cancellationId: null,
  });
});

test('deactivating a teacher hands over their upcoming classes, but not past ones', async () => {
  const past = await meetings.addClass('2026-11-10T16:00:00-08:00', { instructorId: leaving.id });
  expect((await handOver(taking.id)).body.message).toMatch(
    /is deactivated\. Their classes have a new instructor\.$/,
  );
  expect(await isActive(leaving.id)).toBe(false);
  expect(await Promise.all(theirs.map(instructorOf))).toEqual([taking.id, taking.id]);
  expect(await instructorOf(past)).toBe(leaving.id);
});

test('the new teacher gets one email about all classes', async () => {
  await handOver(taking.id);
  await meetings.finishJobs();
  const mails = (await outboxOf(portal)).filter(({ to }) => to === taking.email);
  expect(mails.map(({ subject }) => subject)).toEqual(['You’re now teaching 2 more classes']);
});

test('a teacher who already teaches at one of the times takes over nothing, and nothing ends', async () => {
  await meetings.addClass('2026-12-01T16:00:00-08:00', {
    instructorId: taking.id,
    host: 'taking@zoom.test',
  });
  expect(await handOver(taking.id)).toMatchObject({
    status: 409,
    body: {
      message:
        'There’s already a class on Tuesday, December 1 at 4:00 PM PT with this instructor. Please choose another time or instructor.',
    },
  });
  expect(await Promise.all(theirs.map(instructorOf))).toEqual([leaving.id, leaving.id]);
  expect(await isActive(leaving.id)).toBe(true);
});

test('classes can only go to someone else who is active', async () => {
  await staff.deactivate(admin, taking.id);
  for (const id of [taking.id, leaving.id]) expect((await handOver(id)).status).toBe(400);
  expect(await isActive(leaving.id)).toBe(true);
});

test('two teachers can be deactivated at the same time, each handing over to the other', async () => {
  const answers = await Promise.all([
    handOver(taking.id),
    staff.deactivate(admin, taking.id, { handOverTo: leaving.id }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
});
