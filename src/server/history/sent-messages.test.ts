import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../tests/support/canceling.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { clearClasses, openStudent } from '../../../tests/support/students.ts';

let portal: Portal;
let world: ReturnType<typeof cancellationsOf>;
beforeAll(async () => {
  portal = await openPortal();
  world = cancellationsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

async function messagesOf(classId: number) {
  await meetingsOf(portal).finishJobs();
  const { body } = await (await world.openAdmin()).get(`/api/admin/classes/${classId}/messages`);
  return body.map(({ title, details, by }: Record<string, string>) => [title, details, by]);
}

test('a message to the class says who wrote it and how many got it', async () => {
  const { classId } = await world.openBooked();
  await (await openStudent(portal)).choose(classId);
  const admin = await world.openAdmin();
  const draft = { audience: 'registered', subject: 'Bring a cushion', body: 'Please.' };
  const key = randomUUID();
  await admin.post(`/api/admin/classes/${classId}/messages`, { ...draft, textBody: '', key });
  expect(await messagesOf(classId)).toEqual([
    ['Message from staff by email', ['“Bring a cushion”', '2 sent'], 'Amara Osei'],
  ]);
});

test('a cancellation of several classes counts only this class’s students', async () => {
  const { classId, sameWeek } = await world.openBooked();
  await (await openStudent(portal)).choose(sameWeek);
  await (await world.openAdmin()).cancel(classId, sameWeek);
  await world.passUndo();
  const [byText, byEmail] = (await messagesOf(classId)).toSorted().toReversed();
  expect(byText).toEqual(['Class canceled by text', ['1 delivered'], 'Amara Osei']);
  expect(byEmail).toMatchObject(['Class canceled by email', [/./, '1 sent'], 'Amara Osei']);
});

test('a move of the class is listed with the messages about it', async () => {
  const { classId } = await world.openBooked();
  const day = { pacificDate: '2026-11-24T12:00:00', dayOfWeek: 'Tuesday', classType: 'Weekly' };
  const moved = { ...day, timeSlot: '7PM' };
  expect((await (await world.openAdmin()).patch(`/api/classes/${classId}`, moved)).status).toBe(
    200,
  );
  expect((await messagesOf(classId)).toSorted()).toEqual([
    ['Class moved by email', ['“Your new time for Class 5”', '1 sent'], 'Amara Osei'],
    ['Class moved by text', ['1 delivered'], 'Amara Osei'],
  ]);
});
