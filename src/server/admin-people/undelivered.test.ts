import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messageTo, openClient } from '../../../tests/support/client.ts';
import { openPortal } from '../../../tests/support/portal.ts';
import { people } from '../database/schema.ts';

test('a welcome that could not be sent shows in its row with the reason, and is sent when tried again', async () => {
  await using portal = await openPortal();
  const [name = '', value = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const admin = openClient(portal, { [name]: value });
  const email = 'a@no-such-host.test';
  const ada = {
    email,
    firstName: 'Ada',
    lastName: 'Byron',
    startDate: '2026-11-20',
    role: 'alumni',
  };
  await portal.sandbox.refuseMail(true);
  await admin.post('/api/admin/users', ada);
  const rowOf = async () =>
    (await admin.get('/api/alumni?page=1&search=no-such-host')).body.data[0];
  await expect
    .poll(
      async () => {
        await portal.database.execute(
          "update pgboss.job set start_after = now(), retry_limit = 1 where name = 'send-welcome-link'",
        );
        return (await rowOf()).messageProblem;
      },
      { timeout: 20_000 },
    )
    .toContain('550');

  await portal.sandbox.refuseMail(false);
  const [person] = await portal.database.select().from(people).where(eq(people.email, email));
  const again = await admin.post(`/api/admin/people/${person?.id}/retry-messages`);
  expect(again.body).toEqual({ message: 'It is being sent again.' });
  expect((await messageTo(portal, email)).subject).toContain('Welcome');
  expect((await rowOf()).messageProblem).toBeNull();
  expect((await admin.post(`/api/admin/people/${person?.id}/retry-messages`)).status).toBe(409);
});
