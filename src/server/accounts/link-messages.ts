import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../database/connect.ts';
import { findRow } from '../database/rows.ts';
import { loginTokens, type Person, people } from '../database/schema.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import type { AddOptions } from '../jobs/queue.ts';
import {
  type Addressed,
  type Channel,
  defineMessage,
  type Lookup,
  type Message,
  type Outdated,
  outdated,
} from '../messages/define-message.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import {
  canSignInByText,
  codeOf,
  isActive,
  issueLink,
  issueLinks,
  type LinkPurpose,
  linkOf,
} from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import {
  alumniWelcomeMail,
  loginLinkMail,
  loginLinkText,
  returnMail,
  unaskedLinkMail,
  type WelcomeWriter,
  welcomeMail,
} from './words.ts';

type Token = typeof loginTokens.$inferInsert;

/** The queue doesn't store the link. We derive it when we send the message. */
const about = z.object({
  tokenHash: z.string(),
  /** Makes the message's key unique, so that a second message with the same link isn't dropped as a duplicate. */
  requestId: z.int().optional(),
  /** Set when a second browser requested the same link, because the code works only in the first browser. */
  withoutCode: z.boolean().optional(),
});
type About = z.infer<typeof about>;
export type LinkMessage = Message<About, Exclude<Awaited<ReturnType<typeof findLink>>, Outdated>>;

export const loginLink = defineMessage('login-link', {
  name: 'Login link',
  about,
  isLogin: true,
  tries: 8,
  async find(lookup, to) {
    const found = await findLink(lookup, to);
    const lacksPhone = to.channel === 'text' && !to.person.phone;
    if (lacksPhone) throw new GiveUp('This person no longer has a phone number.');
    return found;
  },
  mail: ({ settings }, { token, link, code, minutes }) =>
    loginLinkMail(settings.site, {
      ...{ link, code, minutes },
      isSentByStaff: token.kind === 'welcome',
    }),
  text: ({ settings }, { token, link, code, minutes }) => ({
    body: loginLinkText(settings.site, { link, code, minutes }),
    searchText: link,
    usefulUntil: token.expiresAt,
    isAtAnyHour: true,
  }),
  async sendAgain(services, transaction, { person, channel }) {
    const problem = await sendLoginLink(services, transaction, 'sentByStaff', person, channel);
    if (problem) throw new DomainError(problem);
  },
});

const defineWelcome = (
  kind: string,
  name: string,
  write: WelcomeWriter,
  isFor: (person: Person) => boolean = () => true,
) => {
  const message: LinkMessage = defineMessage(kind, {
    name,
    about,
    find: async (lookup, to) => (isFor(to.person) ? findLink(lookup, to) : outdated()),
    mail: ({ settings }, { person, link, days }) => write(settings.site, person, link, days),
    /** Sends a new link, because the old one may have been used. */
    async sendAgain(services, transaction, { person }) {
      if (!isFor(person)) throw new DomainError('message-outdated', { why: 'no-longer-so' });
      await sendWelcome(services, transaction, person.id, { message });
    },
  });
  return message;
};

const welcome = defineWelcome('welcome', 'Welcome', welcomeMail);
export const alumniWelcome = defineWelcome(
  'alumni-welcome',
  'Alumni welcome',
  alumniWelcomeMail,
  ({ role }) => role === 'alumni',
);
export const returnLink = defineWelcome('return-link', 'Welcome back', returnMail);
export const unaskedLink = defineWelcome(
  'unasked-link',
  'Login link for a group',
  (site, person, link, days) =>
    (person.lastSignInAt === null ? welcomeMail : unaskedLinkMail)(site, person, link, days),
);

/** Emails each person a link that works for several days. Their other links keep working. */
export async function sendWelcome(
  services: Services,
  transaction: Transaction,
  to: number | number[],
  { message = welcome, ...options }: AddOptions & { message?: LinkMessage } = {},
): Promise<void> {
  const links = [to].flat().map((personId) => ({ personId }));
  if (links.length === 0) return;
  const tokens = await issueLinks(services, transaction, 'invitation', links);
  await message.send(services.queue, transaction, tokens.map(toJobData), options);
}

export type LinkProblem =
  | 'account-gone'
  | 'person-deactivated'
  | 'phone-gone'
  | 'phone-unconfirmed'
  | 'staff-sign-in-by-email-only';

/**
 * Sends a login link, and returns null or the reason why we can't. The person's other links keep working. The caller
 * must lock the person first.
 */
export async function sendLoginLink(
  services: Services,
  transaction: Transaction,
  purpose: LinkPurpose,
  person: Person,
  channel: Channel,
): Promise<LinkProblem | null> {
  if (person.deactivatedAt) return 'person-deactivated';
  const isText = channel === 'text';
  if (isText && !person.phone) return person.unconfirmedPhone ? 'phone-unconfirmed' : 'phone-gone';
  if (isText && !canSignInByText(services.settings, person.role)) {
    return 'staff-sign-in-by-email-only';
  }
  const token = await issueLink(services, transaction, purpose, { personId: person.id, isText });
  await loginLink.send(services.queue, transaction, [toJobData(token)], { channels: [channel] });
  return null;
}

/**
 * Sends a new link to replace the one in a failed message, and returns null or the reason why we can't. The person's
 * other links keep working, because the person may have requested them since.
 */
export async function sendNewLink(
  services: Services,
  transaction: Transaction,
  personId: number,
  job: string,
): Promise<LinkProblem | null> {
  const person = await findRow(transaction, people, { id: personId });
  if (!person) return 'account-gone';
  const message = linkMessageOf(job);
  if (!message || message === loginLink) {
    const channel = job === loginLink.jobs.text?.name ? 'text' : 'email';
    return sendLoginLink(services, transaction, 'requested', person, channel);
  }
  if (person.deactivatedAt) return 'person-deactivated';
  await sendWelcome(services, transaction, personId, { message });
  return null;
}

function toJobData({ personId, tokenHash }: Pick<Token, 'personId' | 'tokenHash'>) {
  return { personId, tokenHash: tokenHash.toString('base64url') };
}

const linkMessages: LinkMessage[] = [loginLink, welcome, alumniWelcome, returnLink, unaskedLink];

export function linkMessageOf(job: string): LinkMessage | undefined {
  return linkMessages.find(({ jobs }) => Object.values(jobs).some(({ name }) => name === job));
}

async function findLink(
  { database, clock, settings }: Lookup,
  { about: { tokenHash, withoutCode } }: Addressed<About>,
) {
  const byHash = eq(loginTokens.tokenHash, Buffer.from(tokenHash, 'base64url'));
  const token = await findRow(database, loginTokens, byHash);
  if (!token || token.endedAt) return outdated();
  const now = clock.now();
  if (!isActive(settings, token, now))
    throw new GiveUp('The link expired before we could send it.');
  const { createdAt, expiresAt } = token;
  return {
    token,
    link: linkOf(settings, token),
    code: withoutCode ? undefined : codeOf(settings, token),
    minutes: Math.ceil((expiresAt.getTime() - now.getTime()) / MINUTE_MS),
    days: Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS),
  };
}
