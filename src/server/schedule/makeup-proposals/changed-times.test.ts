import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { missedClassesOf } from '../../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { makeupProposals, proposedSlots } from '../../database/schema.ts';
import { missedClass } from './makeup-messages.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;
/** Students reply 1, 2 or 3 to pick these times. */
let slots: number[];

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  slots = [];
  for (const date of ['2026-12-01', '2026-12-08', '2026-12-15']) {
    slots.push(await addClassOn(portal, date));
  }
});

const openAdmin = () => cancellationsOf(portal).openAdmin();
async function cancel(classId: number) {
  const { cancel: cancelClass } = await openAdmin();
  expect((await cancelClass(classId)).status).toBe(200);
  await cancellationsOf(portal).passUndo();
}
const nothing = 'There are no times to pick by text right now.';

test('a number does not pick a class that has moved to another time', async () => {
  const student = await world.openNotified();
  const admin = await openAdmin();
  const moved = await admin.post('/api/admin/class-changes', {
    classIds: [slots[0]],
    timeSlot: '7PM',
  });
  expect(moved.status).toBe(200);
  expect(await world.say(student.phone, '1')).toContain('Please reply with just 2 or 3');
  expect(await student.rows()).toMatchObject([{ classId: student.classId }]);
});

test('a number does not pick a canceled class', async () => {
  const student = await world.openNotified();
  await cancel(slots[0] ?? 0);
  expect(await world.say(student.phone, '1')).toContain('Sorry, that time is no longer available.');
});

test('after the picked class is canceled, replies lead to the schedule', async () => {
  const student = await world.openNotified();
  await world.say(student.phone, '1');
  await cancel(slots[0] ?? 0);
  expect(await world.say(student.phone, '2')).toContain(nothing);
  expect(await world.say(student.phone, 'UNDO')).toContain("There's nothing to undo");
  expect(await student.rows()).toMatchObject([{ classId: slots[0] }]);
});

test('a reply is never matched to an older proposal when the newest has no times left', async () => {
  const student = await world.openNotified();
  const [older] = await portal.database
    .select()
    .from(makeupProposals)
    .where(eq(makeupProposals.personId, student.id));
  if (!older) throw new Error('nothing was proposed');
  // The student missed class 6 as well, and its makeup is the class that will be canceled.
  await world.register(student.id, slots[1] ?? 0, 6);
  const registrationId = (await student.rows())[1]?.id ?? 0;
  const { id: _, ...values } = older;
  const [newest] = await portal.database
    .insert(makeupProposals)
    .values({ ...values, registrationId })
    .returning();
  await portal.database
    .insert(proposedSlots)
    .values({ proposalId: newest?.id ?? 0, number: 1, classId: slots[2] ?? 0 });
  await cancel(slots[1] ?? 0);
  expect(await world.say(student.phone, '1')).toContain(nothing);
  expect(await student.rows()).toMatchObject([{ classId: student.classId }, { classId: slots[1] }]);
});

test('a class moved to a future time before the message is sent does not count as missed', async () => {
  const student = await world.openRegistered();
  await world.hold(student.classId);
  portal.clock.moveTo(new Date('2026-11-24T17:30:00-08:00'));
  const [proposal] = await portal.database
    .insert(makeupProposals)
    .values({
      personId: student.id,
      registrationId: student.registrationId,
      missedClassId: student.classId,
      proposedAt: portal.clock.now(),
      validUntil: new Date('2026-12-01T00:00:00Z'),
    })
    .returning();
  const admin = await openAdmin();
  const body = { classIds: [student.classId], timeSlot: '8PM' };
  expect((await admin.post('/api/admin/class-changes', body)).status).toBe(200);
  await portal.database.transaction((transaction) =>
    missedClass.send(portal.queue, transaction, [
      { personId: student.id, proposalId: proposal?.id ?? 0 },
    ]),
  );
  await world.finishJobs();
  const subjects = (await world.mailsTo(student.email)).map(({ subject }) => subject);
  expect(subjects).not.toContain('We missed you in Class 5');
});
