import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../tests/support/canceling.ts';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { clearClasses, openStudent } from '../../../tests/support/students.ts';
import { people, sentMessages } from '../database/schema.ts';

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
  return (await (await world.openAdmin()).get(`/api/admin/classes/${classId}/messages`)).body;
}

async function writeToTwo() {
  const { classId, student: first } = await world.openBooked();
  const second = await openStudent(portal);
  await second.choose(classId);
  const admin = await world.openAdmin();
  const draft = { audience: 'registered', subject: 'Bring a cushion', body: 'Please.' };
  const key = randomUUID();
  await admin.post(`/api/admin/classes/${classId}/messages`, { ...draft, textBody: '', key });
  const [entry] = await messagesOf(classId);
  return { classId, first, second, entry };
}

test('a message to the class says who wrote it and how many got it', async () => {
  const { entry } = await writeToTwo();
  expect(entry).toMatchObject({
    title: 'Message from staff by email',
    details: ['“Bring a cushion”', '2 sent'],
    by: 'Amara Osei',
  });
});

test('a message to the class can be read as long as one recipient’s copy can', async () => {
  const { classId, first, second, entry } = await writeToTwo();
  const [, session = ''] = (await portal.cookieOf('teacher@demo.test')).split('=');
  const teacher = openClient(portal, { session });
  const read = async () => {
    const [{ messageId }] = (await teacher.get(`/api/admin/classes/${classId}/messages`)).body;
    return messageId && (await teacher.get(`/api/admin/messages/${messageId}`)).body.recipient;
  };
  const copies = portal.database
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.subject, 'Bring a cushion'));
  const newest = (await copies).find(({ id }) => id === entry.messageId);
  const [gone, left] = newest?.personId === first.id ? [first, second] : [second, first];
  await portal.database.update(people).set({ role: 'teacher' }).where(eq(people.id, gone.id));
  expect(await read()).toBe(left.email);
  await portal.database
    .update(sentMessages)
    .set({ body: null })
    .where(eq(sentMessages.personId, left.id));
  expect(await read()).toBeNull();
});
