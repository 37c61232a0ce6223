import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { PAGES } from '../../course/pages.ts';
import { recordAudit } from '../audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { loginTokens, people } from '../database/schema.ts';
import { deriveToken, hashToken } from '../derived-token.ts';
import type { Mailer } from '../integrations/mail/port.ts';
import type { Texter } from '../integrations/texts/port.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import { defineJob, handle, type Queue } from '../jobs/queue.ts';
import type { Settings } from '../settings.ts';
import { sendText } from '../text-sender.ts';
import { type Identifier, maskIdentifier } from './identifier.ts';
import { loginLinkMail, loginLinkText, welcomeMail } from './messages.ts';

/** Queued for every request, whether or not anybody has that address: the answer tells nothing. */
export const sendLoginLink = defineJob<{
  identifier: Identifier;
  nonce: string;
  browserHash: string;
  askedAt: string;
  address: string;
}>('send-login-link', { tries: 8 });

/** The link itself is written when the job runs: a queue is no place for secrets. */
export const sendWelcomeLink = defineJob<{ tokenHash: string; personId: number }>(
  'send-welcome-link',
);

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  mailer: Mailer;
  texter: Texter;
  settings: Settings;
}

export function signInJobs(parts: Parts) {
  const { database, clock, mailer, settings } = parts;
  const { site, linkKey, linkMinutes, publicUrl } = settings;
  return [
    handle(sendLoginLink, async ({ identifier, nonce, browserHash, askedAt, address }) => {
      const person = await findPerson(database, identifier);
      if (!person) {
        const subject = maskIdentifier(identifier);
        await recordAudit(database, {
          at: clock.now(),
          action: 'sign-in: nobody',
          subject,
          address,
        });
        return;
      }
      const createdAt = new Date(askedAt);
      const expiresAt = new Date(createdAt.getTime() + linkMinutes * 60_000);
      if (expiresAt <= clock.now()) return;
      const token = deriveToken(linkKey, Buffer.from(nonce, 'base64url'));
      const isNewest = await database.transaction((transaction) =>
        putInForce(transaction, {
          tokenHash: hashToken(token),
          nonce: Buffer.from(nonce, 'base64url'),
          personId: person.id,
          kind: 'asked',
          browserHash: Buffer.from(browserHash, 'base64url'),
          createdAt,
          expiresAt,
        }),
      );
      if (!isNewest) return;
      const link = `${publicUrl}${PAGES.verify}?token=${token}`;
      if ('email' in identifier) {
        const mail = loginLinkMail(site, person.firstName, link, linkMinutes);
        await mailer.send({ to: person.email, ...mail });
      } else {
        const body = loginLinkText(site, link, linkMinutes);
        const key = `login ${hashToken(token).toString('base64url')}`;
        const to = { personId: person.id, to: identifier.phone, sender: 'login' } as const;
        const isOut = await sendText(parts, { key, ...to, body, mark: link });
        if (!isOut) throw new GiveUp('They stopped texts with login links.');
        throw new GiveUp('They stopped texts with login links.');
      }
    }),

    handle(sendWelcomeLink, async ({ tokenHash }) => {
      const [found] = await database
        .select({ token: loginTokens, person: people })
        .from(loginTokens)
        .innerJoin(people, eq(people.id, loginTokens.personId))
        .where(eq(loginTokens.tokenHash, Buffer.from(tokenHash, 'base64url')));
      if (!found || found.token.endedAt || found.token.expiresAt <= clock.now()) return;
      const { token, person } = found;
      const link = `${publicUrl}${PAGES.verify}?token=${deriveToken(linkKey, token.nonce)}`;
      const life = token.expiresAt.getTime() - token.createdAt.getTime();
      const mail = welcomeMail(site, person.firstName, link, Math.round(life / 86_400_000));
      await mailer.send({ to: person.email, ...mail });
    }),
  ];
}

async function findPerson(database: Database, identifier: Identifier) {
  const isWanted =
    'email' in identifier
      ? eq(sql`lower(${people.email})`, identifier.email)
      : eq(people.phone, identifier.phone);
  const [person] = await database.select().from(people).where(isWanted);
  return person;
}

/**
 * A new link ends the older ones. Jobs can overtake each other and run twice, so the times of asking
 * decide, not the order of running; false means that a newer link is already in force.
 */
async function putInForce(transaction: Transaction, token: typeof loginTokens.$inferInsert) {
  const { personId, createdAt } = token;
  await transaction.select().from(people).where(eq(people.id, personId)).for('update');
  const [newer] = await transaction
    .select({ at: loginTokens.createdAt })
    .from(loginTokens)
    .where(
      and(
        eq(loginTokens.personId, personId),
        gt(loginTokens.createdAt, createdAt),
        // A reminder's link comes unasked: it is no reason to keep back the one that was asked for.
        ne(loginTokens.kind, 'reminder'),
      ),
    )
    .limit(1);
  if (newer) return false;
  const isOlder = and(
    eq(loginTokens.personId, personId),
    isNull(loginTokens.endedAt),
    lt(loginTokens.createdAt, createdAt),
  );
  await transaction.update(loginTokens).set({ endedAt: createdAt }).where(isOlder);
  await transaction.insert(loginTokens).values(token).onConflictDoNothing();
  return true;
}
