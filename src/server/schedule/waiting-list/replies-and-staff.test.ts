import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, openStudent, type Student } from '../../../../tests/support/students.ts';
import { waitingListsOf } from '../../../../tests/support/waiting-lists.ts';
import { LINE_ENDINGS } from '../../../course/waiting-list.ts';
import { checkWaitingLists } from './offer-places.ts';

let portal: Portal;
let world: ReturnType<typeof waitingListsOf>;
let classId: number;
let registered: Student;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = waitingListsOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  ({ classId, registered } = await world.addFullClass());
});

async function openOffered() {
  const student = await world.openTextedStudent();
  await world.join(student, classId);
  await world.freePlaceOf(registered);
  return student;
}

describe('a reply to an offer', () => {
  test('takes the place with 1, and the answer names the class and its time', async () => {
    const student = await openOffered();
    const text = (await world.textsTo(student.phone)).at(-1);
    expect(text).toMatch(
      /^Quiet Mornings: A place opened: Tue Dec 1, 4:00 PM PT\. Reply 1 by 12:00 PM or use http\S+\/s\/\S+ Reply STOP to end\.$/,
    );
    const answer =
      /^Quiet Mornings: You're all set\. Class 5 is now on Tue Dec 1, 4:00 PM PT\. Your schedule: \S+ Reply STOP to end\.$/;
    expect(await world.say(student.phone, '1')).toMatch(answer);
    expect(await world.registered(classId)).toEqual([student.id]);
    expect(await world.say(student.phone, 'One, please: 1!')).toMatch(answer);
    expect(await world.registered(classId)).toEqual([student.id]);
  });

  test('is too late once the offer has expired', async () => {
    const student = await openOffered();
    await world.passLineTo('2026-11-16T12:00:30-08:00');
    expect(await world.say(student.phone, '1')).toContain('no longer available');
    expect(await world.registered(classId)).toEqual([]);
  });

  test('with another number asks for a 1', async () => {
    const student = await openOffered();
    expect(await world.say(student.phone, '2')).toContain('please reply with just 1');
    expect(await world.statuses(classId)).toEqual(['offered']);
  });

  test('means the newest of two offers', async () => {
    const student = await openOffered();
    const later = await world.addFullClass(1, '2026-12-08');
    await world.join(student, later.classId);
    portal.clock.moveOn(60_000);
    await world.freePlaceOf(later.registered);
    expect(await world.say(student.phone, '1')).toContain('Tue Dec 8');
    expect(await world.statuses(classId)).toEqual(['left']);
  });

  test('means a makeup proposal if that is the newest question', async () => {
    const student = await world.openRegistered();
    await addClassOn(portal, '2026-12-08');
    const waited = await world.addFullClass(1, '2026-12-15');
    await world.join(student, waited.classId);
    portal.clock.moveTo(new Date('2026-11-24T18:59:00-08:00'));
    await world.freePlaceOf(waited.registered);
    await world.hold(student.classId);
    await world.passTo('2026-11-24T19:00:00-08:00');
    expect(await world.say(student.phone, '1')).toContain('Class 5 is now on Tue Dec 8');
  });

  test('does nothing after STOP, but the place stays held', async () => {
    const student = await openOffered();
    await world.say(student.phone, 'STOP');
    const before = await world.textsTo(student.phone);
    await world.say(student.phone, '1');
    expect(await world.textsTo(student.phone)).toEqual(before);
    expect(await world.statuses(classId)).toEqual(['offered']);
  });
});

test('at night, the email goes out at once, and the text and the two hours wait until 7 AM', async () => {
  const student = await world.openTextedStudent();
  await world.join(student, classId);
  portal.clock.moveTo(new Date('2026-11-16T22:00:00-08:00'));
  const [row] = await registered.rows();
  const admin = await world.openAdmin();
  const path = `/api/admin/people/${registered.id}/registrations/${row?.id}/cancel`;
  await admin.post(path, { reason: 'Asked by phone' });
  await checkWaitingLists(portal);
  await expect
    .poll(() => world.subjectsTo(student))
    .toEqual([expect.stringContaining('A place opened')]);
  expect(await world.textsTo(student.phone)).toEqual([]);
  expect(await world.lists(student)).toMatchObject([
    { offerExpiresAt: '2026-11-17T17:00:00.000Z' },
  ]);
  portal.clock.moveTo(new Date('2026-11-17T07:00:00-08:00'));
  await world.finishJobs();
  expect(await world.textsTo(student.phone)).toEqual([expect.stringContaining('by 9:00 AM')]);
});

describe('staff', () => {
  let first: Student;
  let second: Student;
  beforeEach(async () => {
    first = await openStudent(portal);
    second = await openStudent(portal);
    for (const student of [first, second]) await world.join(student, classId);
  });

  const change = async (student: Student, action: string, reason = '') => {
    const [turn] = await world.lists(student);
    const admin = await world.openAdmin();
    return admin.post(`/api/admin/waiting-lists/${turn?.id}`, { action, reason });
  };

  test('see the line on the class page and on the person’s page', async () => {
    const admin = await world.openAdmin();
    const page = (await admin.get(`/api/admin/classes/${classId}`)).body;
    expect(page.waitingList).toMatchObject([
      { personId: first.id, turn: 1 },
      { personId: second.id, turn: 2 },
    ]);
    const person = (await admin.get(`/api/admin/people/${second.id}`)).body;
    expect(person.waitingLists).toMatchObject([{ classId, turn: 2 }]);
  });

  test('move someone to the front with a reason', async () => {
    expect((await change(second, 'front')).body.message).toContain('Please give a reason');
    expect((await change(second, 'front', 'Comes from far away')).status).toBe(200);
    expect(await world.lists(second)).toMatchObject([{ turn: 1 }]);
    await world.freePlaceOf(registered);
    expect(await world.statuses(classId)).toEqual(['waiting', 'offered']);
  });

  test('offer a place in a full class with a reason, and the class is overbooked', async () => {
    const refused = await change(second, 'offer');
    expect(refused.status).toBe(400);
    expect((await change(second, 'offer', 'There is room for one more')).status).toBe(200);
    const [turn] = await world.lists(second);
    expect((await second.post(`/api/waiting-lists/${turn?.id}`, { action: 'take' })).status).toBe(
      200,
    );
    expect((await world.registered(classId)).toSorted()).toEqual([registered.id, second.id]);
    await world.freePlaceOf(second);
    expect(await world.statuses(classId)).toEqual(['waiting', 'taken']);
  });

  test('take someone off the list, and tell them', async () => {
    expect((await change(first, 'remove', 'Called us')).status).toBe(200);
    await world.finishJobs();
    expect(await world.statuses(classId)).toEqual([LINE_ENDINGS['by-staff'], 'waiting']);
    expect(await world.lastMailTo(first)).toContain(LINE_ENDINGS['by-staff']);
  });
});
