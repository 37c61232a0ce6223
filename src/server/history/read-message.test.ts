import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { sentMessages } from '../database/schema.ts';

let portal: Portal;
let teacher: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  const [, session = ''] = (await portal.cookieOf('teacher@demo.test')).split('=');
  teacher = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

/** The id of the login link that the person requested. */
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
  expect(body.html).toContain('<a href="[link]"');
});

test('a message from before the portal kept copies has no text', async () => {
  const { email } = await openStudent(portal);
  const id = await requestLink(email);
  await portal.database.update(sentMessages).set({ body: null }).where(eq(sentMessages.id, id));
  expect((await read(id)).body).toMatchObject({ text: null, html: null });
});

test('teachers can’t read messages to staff', async () => {
  const id = await requestLink('admin@demo.test');
  expect((await read(id)).status).toBe(404);
  expect((await read(999_999)).status).toBe(404);
});
