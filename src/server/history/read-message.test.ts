import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { people, sentMessages } from '../database/schema.ts';

let portal: Portal;
let teacher: ReturnType<typeof openClient>;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  const signIn = async (email: Parameters<Portal['cookieOf']>[0]) => {
    const [, session = ''] = (await portal.cookieOf(email)).split('=');
    return openClient(portal, { session });
  };
  teacher = await signIn('teacher@demo.test');
  admin = await signIn('admin@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());

async function requestLink(email: string) {
  await openClient(portal).post('/api/auth/login', { email });
  await meetingsOf(portal).finishJobs();
  const [newest] = await portal.database
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.recipient, email))
    .orderBy(desc(sentMessages.id));
  return newest?.id ?? 0;
}
const read = (id: number) => teacher.get(`/api/admin/messages/${id}`);

test('staff read an email as it was sent, without its link and code', async () => {
  const { email } = await openStudent(portal);
  const { body } = await read(await requestLink(email));
  expect(body).toMatchObject({
    subject: 'Your link to the course portal',
    channel: 'email',
    recipient: email,
    status: 'sent',
  });
  expect(body.text).toMatch(/^Hello Sam,$/m);
  expect(body.text).toContain('Sign In:\n[link]\n');
  expect(body.text).toMatch(/^\[code\]$/m);
});

test('a message without a copy has no text', async () => {
  const { email } = await openStudent(portal);
  const id = await requestLink(email);
  await portal.database.update(sentMessages).set({ body: null }).where(eq(sentMessages.id, id));
  expect((await read(id)).body).toMatchObject({ text: null });
});

test('teachers can’t read messages to staff', async () => {
  const id = await requestLink('admin@demo.test');
  expect((await read(id)).status).toBe(404);
  expect((await read(999_999)).status).toBe(404);
});

test('teachers never see a message to someone who was staff when it was sent', async () => {
  const { id: personId, email } = await openStudent(portal, { role: 'admin' });
  const sent = await requestLink(email);
  await portal.database.update(people).set({ role: 'student' }).where(eq(people.id, personId));
  const path = `/api/admin/people/${personId}/timeline?kind=messages`;
  expect((await read(sent)).status).toBe(404);
  expect((await teacher.get(path)).body.entries).toEqual([]);
  expect((await admin.get(`/api/admin/messages/${sent}`)).status).toBe(200);
  expect((await admin.get(path)).body.entries).toMatchObject([{ messageId: sent }]);
});
