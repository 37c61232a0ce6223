import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, openStudent } from '../../../../tests/support/students.ts';
import { waitingListsOf } from '../../../../tests/support/waiting-lists.ts';
import { auditLog, classes } from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof waitingListsOf>;
let wanted: number;
let later: number;
let student: Awaited<ReturnType<typeof world.openNotified>>;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
/** The student missed class 5 and got two proposed times. Then the first one fills up. */
beforeEach(async () => {
  world = waitingListsOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  wanted = await addClassOn(portal, '2026-12-01');
  later = await addClassOn(portal, '2026-12-08');
  student = await world.openNotified();
  await portal.database.update(classes).set({ places: 1 }).where(eq(classes.id, wanted));
  await (await openStudent(portal)).choose(wanted);
});

const readState = async () => [
  await student.rows(),
  await portal.database.$count(auditLog, eq(auditLog.personId, student.id)),
  await world.subjectsTo(student),
];

test('a makeup in a full class is refused on the page, and the class offers its waiting list', async () => {
  const before = await readState();
  const refused = await student.makeUp(student.registrationId, wanted);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This class is full. Please choose another time.',
  ]);
  expect(await readState()).toEqual(before);
  const path = `/api/classes/makeup-for-class/${student.registrationId}/1`;
  const { body } = await student.get(path);
  expect(body.classes).toMatchObject([{ id: wanted, isFull: true, placesLeft: 0 }]);
  expect((await world.join(student, wanted)).status).toBe(200);
});

test('a reply that picks a full class says so with a link, and the next number still works', async () => {
  const before = await readState();
  expect(await world.say(student.phone, '1')).toMatch(
    /Sorry, that time is no longer available\. Other times: \S+\/s\/[\w-]{22} Reply STOP to end\.$/,
  );
  expect(await readState()).toEqual(before);
  expect(await world.say(student.phone, '2')).toContain('Class 5 is now on Tue Dec 8');
  expect(await student.rows()).toMatchObject([{ classId: later }]);
});
