import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { remindersOf } from '../../../../tests/support/reminders.ts';
import { clearClasses } from '../../../../tests/support/students.ts';
import { holds, sentMessages } from '../../database/schema.ts';
import { sendDueChoices } from '../../schedule/index.ts';

let portal: Portal;
let world: ReturnType<typeof cancellationsOf>;
let meetings: ReturnType<typeof meetingsOf>;
let reminders: ReturnType<typeof remindersOf>;

beforeAll(async () => {
  portal = await openPortal();
  world = cancellationsOf(portal);
  meetings = meetingsOf(portal);
  reminders = remindersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

let student: Awaited<ReturnType<typeof world.openBooked>>['student'];
let classId: number;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;

/** An hour and a half before the class, people are notified of a cancellation right away. */
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  ({ student, classId } = await world.openBooked());
  await meetings.finishJobs();
  portal.clock.moveTo(new Date('2026-11-24T14:30:00-08:00'));
  admin = await world.openAdmin();
});

/** At most 20 texts and 3 emails can go out at once. */
function fillPlaces() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  for (const group of ['mail', 'texts'] as const) {
    for (let place = 1; place <= 20; place += 1) {
      portal.queue.withLock(group, `${group} place ${place}`, () => released).catch(() => {});
    }
  }
  return release;
}

async function countActive(): Promise<number> {
  const { rows } = await portal.database.execute<{ active: number }>(
    `select count(*)::int as active from pgboss.job
     where name in ('mail-class-canceled', 'text-class-canceled') and state = 'active'`,
  );
  return rows[0]?.active ?? 0;
}

const notes = () =>
  portal.database
    .select({ channel: sentMessages.channel, problem: sentMessages.problem })
    .from(sentMessages)
    .where(eq(sentMessages.personId, student.id))
    .orderBy(sentMessages.channel);

const untilFailed = (...channels: string[]) =>
  expect
    .poll(async () => (await notes()).flatMap(({ channel, problem }) => (problem ? channel : [])), {
      timeout: 10_000,
    })
    .toEqual(channels);

async function passFaults() {
  portal.sandbox.setMailFaults({});
  await reminders.faults();
  await portal.database.delete(holds);
  await reminders.retryHeldTexts();
}

const mailSubjects = async () =>
  (await world.mailsTo(student.email)).map(({ subject }) => subject).toReversed();

test('queued messages are not sent once the cancellation is undone', async () => {
  const release = fillPlaces();
  const { body } = await admin.cancel(classId);
  await expect.poll(countActive, { timeout: 10_000 }).toBe(2);
  await admin.undo(body.id);
  release();
  await meetings.finishJobs();
  expect(await mailSubjects()).toEqual([]);
  expect(await reminders.textsTo(student.phone)).toEqual([]);
});

test('if the first messages never left, no one is notified of the undo', async () => {
  portal.sandbox.setMailFaults({ down: true });
  await reminders.faults({ down: true });
  const { body } = await admin.cancel(classId);
  await untilFailed('email', 'text');
  await admin.undo(body.id);
  await passFaults();
  expect(await mailSubjects()).toEqual([]);
  expect(await reminders.textsTo(student.phone)).toEqual([]);
  expect(await notes()).toEqual([]);
});

test('if the email about a cancellation never left, the email about choosing the class is sent', async () => {
  portal.sandbox.setMailFaults({ down: true });
  const { body } = await admin.cancel(classId);
  await untilFailed('email');
  await admin.undo(body.id);
  await passFaults();
  portal.clock.moveOn(5 * 60_000);
  await sendDueChoices(portal);
  await meetings.finishJobs();
  expect(await mailSubjects()).toEqual(['Your time for Class 5']);
});

test('messages that a dead process may have sent count as sent', async () => {
  const { body } = await admin.cancel(classId);
  await meetings.finishJobs();
  await portal.database
    .update(sentMessages)
    .set({ status: 'queued', providerId: null })
    .where(eq(sentMessages.personId, student.id));
  await admin.undo(body.id);
  await meetings.finishJobs();
  expect(await mailSubjects()).toEqual(['Class 5 is canceled', 'Class 5 is going ahead after all']);
  expect(await reminders.textsTo(student.phone)).toEqual([
    expect.stringContaining('We canceled Class 5'),
    expect.stringContaining('is going ahead after all'),
  ]);
});
