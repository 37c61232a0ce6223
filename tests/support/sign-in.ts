import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { sha256 } from '../../src/server/platform/tokens.ts';
import { messageTo, openClient, outboxOf, tokenIn } from './client.ts';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';

export function signInOf(portal: Portal) {
  return {
    async requestLink(email: string, client = openClient(portal), to = email) {
      const seen = (await this.messagesTo(to)).length;
      const asked = await client.post('/api/auth/login', { email });
      expect(asked.status).toBe(200);
      const message = await messageTo(portal, to, seen);
      return { client, message, token: tokenIn(message) };
    },

    async signIn(email: string) {
      const { client, token } = await this.requestLink(email);
      expect((await client.post('/api/auth/verify', { token })).status).toBe(200);
      return client;
    },

    /** Requests a link from this IP address. Only works with TRUSTED_PROXIES=127.0.0.1. */
    ask: (email: unknown, address = '203.0.113.1') =>
      openClient(portal).post('/api/auth/login', { email }, { 'x-forwarded-for': address }),

    async messagesTo(recipient: string) {
      const messages = (await outboxOf(portal)).toReversed();
      return messages.filter(({ to }) => to.toLowerCase() === recipient.toLowerCase());
    },

    /** From now on, jobs with that name only get one attempt. */
    async allowOneAttempt(job: string) {
      await portal.database.execute(
        sql`update pgboss.queue set retry_limit = 0 where name = ${job}`,
      );
    },

    finishJobs: () => meetingsOf(portal).finishJobs(),
  };
}

export async function countedBefore(
  { database }: Pick<Portal, 'database'>,
  key: string,
  times: number,
) {
  const hash = sha256(key).toString('base64url');
  const { rowCount } = await database.execute(
    sql`update attempts set count = ${times} where key = ${hash}
        and window_start = (select max(window_start) from attempts where key = ${hash})`,
  );
  expect(rowCount, `nothing was counted as ${key}`).toBe(1);
}
