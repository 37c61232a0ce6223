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
