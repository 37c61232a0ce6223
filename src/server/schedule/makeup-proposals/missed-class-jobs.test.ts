import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { missedClassesOf, notifiedAt } from '../../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { makeupProposals, reminders } from '../../database/schema.ts';
import { deleteOldRecordsJob } from '../../jobs/delete-old-records.ts';
import { notifyMissedClassJob } from '../../reminders/index.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;
let usual: number;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  usual = await addClassOn(portal, '2026-12-08', '4PM');
});

test('a job that runs again, immediately or later, sends no second message', async () => {
  const student = await world.openNotified();
  const [{ id: reminderId } = { id: 0 }] = await portal.database
    .select()
    .from(reminders)
    .where(eq(reminders.kind, 'missed-class'));
  const job = { reminderId, personId: student.id };
  await portal.database.update(reminders).set({ settledAt: null, outcome: null });
  await portal.database.delete(makeupProposals);
  await portal.database.transaction((transaction) =>
    portal.queue.addAll(transaction, notifyMissedClassJob, [job, job, job]),
  );
  await world.finishJobs();
  expect(await portal.database.$count(makeupProposals)).toBe(1);
});

test('an email and a text that failed to send go out once each when their server recovers', async () => {
  await world.faults({ status: 500 });
  await world.post('/smtp/faults', { recipients: 'greylisted' });
  const student = await world.openRegistered();
  await world.hold(student.classId);
  portal.clock.moveTo(new Date(notifiedAt));
  await world.lookOnly();
  await expect.poll(() => failedTexts(student.id), { timeout: 10_000 }).toBe(1);
  await world.faults();
  await world.finishJobs();
  await world.post('/smtp/faults', {});
  expect(await world.mailsTo(student.email)).toHaveLength(1);
  expect(await world.textsTo(student.phone)).toHaveLength(1);
});

async function failedTexts(personId: number): Promise<number> {
  const { rows } = await portal.database.execute<{ tries: number }>(
    `select count(*)::int as tries from pgboss.job
     where state = 'retry' and name = 'text-missed-class' and data ->> 'personId' = '${personId}'`,
  );
  return rows[0]?.tries ?? 0;
}

test('a message that is no longer true when it would go out is not sent', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  await world.faults({ status: 500 });
  portal.clock.moveTo(new Date(notifiedAt));
  await world.lookOnly();
  await expect.poll(() => failedTexts(student.id), { timeout: 10_000 }).toBe(1);
  await student.makeUp(student.registrationId, usual);
  await world.faults();
  await world.finishJobs();
  expect(await world.textsTo(student.phone)).toEqual([]);
});

test('a missed makeup class also sends a message', async () => {
  const student = await world.openNotified();
  const makeup = await world.addMeeting('2026-12-04T00:00:00Z');
  expect((await student.makeUp(student.registrationId, makeup)).status).toBe(200);
  await world.link(student.id, makeup);
  await world.hold(makeup);
  await world.passTo('2026-12-04T08:00:00-08:00');
  const texts = await world.textsTo(student.phone);
  expect(texts.filter((text) => text.includes('We missed you'))).toHaveLength(2);
});

test('proposals are deleted after a year', async () => {
  const student = await world.openNotified();
  const day = 24 * 60 * 60 * 1000;
  const runClock = async (days: number) => {
    portal.clock.moveTo(new Date(Date.parse(notifiedAt) + days * day));
    await portal.database.transaction((transaction) =>
      portal.queue.add(transaction, deleteOldRecordsJob, {}),
    );
    await world.finishJobs();
    return (await world.proposedTo(student.id)).slots;
  };
  expect(await runClock(364)).toHaveLength(1);
  expect(await runClock(366)).toEqual([]);
});
