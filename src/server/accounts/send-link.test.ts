import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { people } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

const arrived = async (to: string) => {
  await signInOf(portal).finishJobs();
  return signInOf(portal).messagesTo(to);
};

test('staff text a login link, and a double click sends one', async () => {
  const student = await openStudent(portal, { phone: '+12025553001' });
  const send = (by: string) =>
    admin.post(`/api/admin/people/${student.id}/send-login-link`, { by });
  const [one, two] = await Promise.all([send('text'), send('text')]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(await arrived('+12025553001')).toHaveLength(1);
  expect((await send('email')).status).toBe(200);
  expect(await arrived(student.email)).toHaveLength(1);
  await portal.database.update(people).set({ phone: null }).where(eq(people.id, student.id));
  expect((await send('text')).status).toBe(409);
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, student.id));
  expect((await send('email')).body.message).toContain('This person is deactivated');
});
