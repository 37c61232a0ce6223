import { eq } from 'drizzle-orm';
import { loginTokens, people } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import { sendMail, sendMailOnce } from '../messaging/mail-sender.ts';
import { sendText } from '../messaging/text-sender.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { makeLoginLinkJob, sendLoginMailJob, sendLoginTextJob, sendWelcomeJob } from './jobs.ts';
import { codeOf, isActive, linkOf } from './links.ts';
import { handleLoginRequest } from './make-login-link.ts';
import { loginLinkMail, loginLinkText, welcomeMail } from './messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

export function signInJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  const { site } = settings;
  return [
    handle(makeLoginLinkJob, (request) => handleLoginRequest(services, request)),

    handle(sendLoginMailJob, async ({ tokenHash, withoutCode }) => {
      const found = await findLink(tokenHash);
      if (!found) return;
      const { person, token, link, msLeft } = found;
      const mail = loginLinkMail(site, person.firstName, {
        link,
        code: withoutCode ? undefined : codeOf(settings, token),
        minutes: Math.ceil(msLeft / MINUTE_MS),
      });
      await sendMail(services, { to: person.email, ...mail });
    }),

    handle(sendLoginTextJob, async ({ tokenHash, requestId, withoutCode }) => {
      const found = await findLink(tokenHash);
      if (!found) return;
      const { person, token, link, msLeft } = found;
      if (!person.phone) throw new GiveUp('They have no phone number any more.');
      const isSent = await sendText(services, {
        key: ['login', tokenHash, requestId ?? 'again'].join(' '),
        personId: person.id,
        to: person.phone,
        sender: 'login',
        body: loginLinkText(site, {
          link,
          code: withoutCode ? undefined : codeOf(settings, token),
          minutes: Math.ceil(msLeft / MINUTE_MS),
        }),
        searchText: link,
        usefulUntil: token.expiresAt,
      });
      if (!isSent) throw new GiveUp('They stopped texts with login links.');
    }),

    handle(sendWelcomeJob, async ({ tokenHash }) => {
      const found = await findLink(tokenHash);
      if (!found) return;
      const { person, link, token } = found;
      const life = token.expiresAt.getTime() - token.createdAt.getTime();
      await sendMailOnce(services, {
        key: `welcome ${tokenHash}`,
        personId: person.id,
        to: person.email,
        ...welcomeMail(site, person, link, Math.round(life / DAY_MS)),
      });
    }),
  ];

  /** Null for a link that was used or replaced, or whose owner has lost access: then there is nothing to send. */
  async function findLink(tokenHash: string) {
    const [found] = await database
      .select({ token: loginTokens, person: people })
      .from(loginTokens)
      .innerJoin(people, eq(people.id, loginTokens.personId))
      .where(eq(loginTokens.tokenHash, Buffer.from(tokenHash, 'base64url')));
    if (!found || found.token.endedAt || found.person.deactivatedAt) return null;
    const now = clock.now();
    if (!isActive(settings, found.token, now)) {
      throw new GiveUp('The link expired before it could be sent.');
    }
    const msLeft = found.token.expiresAt.getTime() - now.getTime();
    return { ...found, link: linkOf(settings, found.token), msLeft };
  }
}
