import { eq } from 'drizzle-orm';
import { loginTokens, people } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import { sendMailOnce } from '../messaging/mail-sender.ts';
import { sendText } from '../messaging/text-sender.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import {
  makeLoginLinkJob,
  sendAlumniWelcomeJob,
  sendLoginMailJob,
  sendLoginTextJob,
  sendReturnLinkJob,
  sendUnaskedLinkJob,
  sendWelcomeJob,
} from './jobs.ts';
import { codeOf, isActive, linkOf } from './links.ts';
import { handleLoginRequest } from './make-login-link.ts';
import {
  alumniWelcomeMail,
  loginLinkMail,
  loginLinkText,
  returnMail,
  unaskedLinkMail,
  type WelcomeWriter,
  welcomeMail,
} from './messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'mailer' | 'texts' | 'settings'>;

export function signInJobHandlers(services: Deps) {
  const { database, clock, settings } = services;
  const { site } = settings;
  return [
    handle(makeLoginLinkJob, (request) => handleLoginRequest(services, request)),

    handle(sendLoginMailJob, async ({ tokenHash, requestId, withoutCode }) => {
      const found = await findLink(tokenHash);
      if (!found) return;
      const { person, token, link, msLeft } = found;
      const mail = loginLinkMail(site, person.firstName, {
        link,
        code: withoutCode ? undefined : codeOf(settings, token),
        minutes: Math.ceil(msLeft / MINUTE_MS),
        isSentByStaff: token.kind === 'welcome',
      });
      await sendMailOnce(services, {
        key: ['login mail', tokenHash, requestId ?? 'again'].join(' '),
        personId: person.id,
        kind: 'login-link',
        about: {},
        to: person.email,
        ...mail,
      });
    }),

    handle(sendLoginTextJob, async ({ tokenHash, requestId, withoutCode }) => {
      const found = await findLink(tokenHash);
      if (!found) return;
      const { person, token, link, msLeft } = found;
      if (!person.phone) throw new GiveUp('They have no phone number any more.');
      const isSent = await sendText(services, {
        key: ['login', tokenHash, requestId ?? 'again'].join(' '),
        personId: person.id,
        kind: 'login-link',
        about: {},
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

    handle(sendWelcomeJob, (ids) => sendWelcomeMail(ids, 'welcome', welcomeMail)),

    handle(sendAlumniWelcomeJob, (ids) =>
      sendWelcomeMail(ids, 'alumni-welcome', alumniWelcomeMail),
    ),

    handle(sendReturnLinkJob, (ids) => sendWelcomeMail(ids, 'return-link', returnMail)),

    handle(sendUnaskedLinkJob, async ({ tokenHash }) => {
      const found = await findLink(tokenHash);
      if (!found) return;
      const { person, link, token } = found;
      const days = Math.round((token.expiresAt.getTime() - token.createdAt.getTime()) / DAY_MS);
      const isNew = person.lastSignInAt === null;
      await sendMailOnce(services, {
        key: `unasked link ${tokenHash}`,
        personId: person.id,
        kind: isNew ? 'welcome' : 'login-link',
        about: {},
        to: person.email,
        ...(isNew
          ? welcomeMail(site, person, link, days)
          : unaskedLinkMail(site, person.firstName, link, days)),
      });
    }),
  ];

  async function sendWelcomeMail(
    { tokenHash }: { tokenHash: string },
    kind: 'welcome' | 'alumni-welcome' | 'return-link',
    write: WelcomeWriter,
  ) {
    const found = await findLink(tokenHash);
    if (!found) return;
    const { person, link, token } = found;
    const life = token.expiresAt.getTime() - token.createdAt.getTime();
    const mail = write(site, person, link, Math.round(life / DAY_MS));
    if (!mail) return;
    await sendMailOnce(services, {
      key: `welcome ${tokenHash}`,
      personId: person.id,
      kind,
      about: {},
      to: person.email,
      ...mail,
    });
  }

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
