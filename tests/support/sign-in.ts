import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { sha256 } from '../../src/server/platform/tokens.ts';
import { messageTo, openClient, outboxOf, tokenIn } from './client.ts';
import { meetingsOf } from './meetings.ts';
import type { Portal } from './portal.ts';

/** Asking for links and following them, as people do. */
export function signInOf(portal: Portal) {
  return {
    /** Asks by email or phone and waits for the message. `to` is where it arrives. */
    async askedLink(email: string, client = openClient(portal), to = email) {
      const seen = (await this.messagesTo(to)).length;
      const asked = await client.post('/api/auth/login', { email });
      expect(asked.status).toBe(200);
      const message = await messageTo(portal, to, seen);
      return { client, message, token: tokenIn(message) };
    },

    /** A browser in which somebody has signed in by a link that it asked for. */
    async signIn(email: string) {
      const { client, token } = await this.askedLink(email);
      expect((await client.post('/api/auth/verify', { token })).status).toBe(200);
      return client;
    },

    /** Asks as one of many senders; needs TRUSTED_PROXIES=127.0.0.1. */
    ask: (email: unknown, address = '203.0.113.1') =>
      openClient(portal).post('/api/auth/login', { email }, { 'x-forwarded-for': address }),

    /** What has arrived, oldest first. */
    async messagesTo(recipient: string) {
      const messages = (await outboxOf(portal)).toReversed();
      return messages.filter(({ to }) => to.toLowerCase() === recipient.toLowerCase());
    },

    /** Jobs of that name that are queued from now on have one try. */
    async allowOneTry(job: string) {
      await portal.database.execute(
        sql`update pgboss.queue set retry_limit = 0 where name = ${job}`,
      );
    },

    /** Every message that was asked for has been sent, or never will be. */
    finishJobs: () => meetingsOf(portal).finishJobs(),
  };
}

/** As if what has been counted once under a key of a limit had been done so often, in the newest window. */
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
