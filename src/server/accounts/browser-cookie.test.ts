import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { loginTokens } from '../database/schema.ts';
import { sha256 } from '../platform/tokens.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());

const notOurs = {
  empty: '',
  short: 'a'.repeat(42),
  long: 'a'.repeat(44),
  'with other characters': `${'a'.repeat(42)}=`,
};

test.each(Object.entries(notOurs))(
  'a browser cookie that is %s matches no other cookie',
  async (_, value) => {
    const { email, id } = await openStudent(portal);
    const asker = openClient(portal, { browser: value });
    const { token } = await signInOf(portal).requestLink(email, asker);
    await portal.database
      .update(loginTokens)
      .set({ browserHash: sha256(value) })
      .where(eq(loginTokens.personId, id));
    const other = openClient(portal, { browser: value });
    expect((await other.post('/api/auth/verify', { token })).body).toHaveProperty('confirmAs');
    const none = openClient(portal);
    expect((await none.post('/api/auth/verify', { token })).body).toHaveProperty('confirmAs');
  },
);

test.each(Object.entries(notOurs))(
  'a request with a browser cookie that is %s gets a valid one',
  async (_, value) => {
    const { email } = await openStudent(portal);
    const asker = openClient(portal, { browser: value });
    const { token } = await signInOf(portal).requestLink(email, asker);
    expect(asker.cookies.browser).toMatch(/^[\w-]{43}$/);
    expect(asker.cookies.browser).not.toBe(value);
    expect((await asker.post('/api/auth/verify', { token })).body.user.email).toBe(email);
  },
);

test('a browser without a cookie has requested no link', async () => {
  const { email, id } = await openStudent(portal);
  const { token } = await signInOf(portal).requestLink(email);
  await portal.database
    .update(loginTokens)
    .set({ browserHash: sha256('') })
    .where(eq(loginTokens.personId, id));
  const none = openClient(portal);
  expect((await none.post('/api/auth/verify', { token })).body).toHaveProperty('confirmAs');
});
