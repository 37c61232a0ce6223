import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, type Person, people } from '../database/schema.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import {
  type Addressed,
  type Channel,
  defineMessage,
  type Lookup,
  type Message,
  type Outdated,
  outdated,
  type Queueing,
} from '../messages/define-message.ts';
import { DAY_MS, MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import {
  canSignInByText,
  codeOf,
  isActive,
  linkExpiry,
  linkOf,
  newToken,
} from '../platform/login-links.ts';
import { newNonce, shortNonceBytes } from '../platform/tokens.ts';
import {
  alumniWelcomeMail,
  loginLinkMail,
  loginLinkText,
  returnMail,
  unaskedLinkMail,
  type WelcomeWriter,
  welcomeMail,
} from './words.ts';

/** The queue keeps ids only: the link is derived and the recipient read when the message leaves. */
const about = z.object({
  tokenHash: z.string(),
  /** Tells one that repeats a link from the first. */
  requestId: z.int().optional(),
  /** The link goes out once more for another browser than the one in which its code works. */
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
    if (lacksPhone) throw new GiveUp('They have no phone number any more.');
    return found;
  },
  mail: ({ settings }, { person, token, link, code, minutes }) =>
    loginLinkMail(settings.site, person.firstName, {
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
    const problem = await sendStaffLink(services, transaction, person, channel);
    if (problem) throw new DomainError(problem);
  },
});

/** To somebody with a new account or role, who need not have asked: with a link that works for days. */
const defineWelcome = (
  kind: string,
  name: string,
  write: WelcomeWriter,
  isStillSo: (person: Person) => boolean = () => true,
) => {
  const message: LinkMessage = defineMessage(kind, {
    name,
    about,
    find: async (lookup, to) => (isStillSo(to.person) ? findLink(lookup, to) : outdated()),
    mail: ({ settings }, { person, link, days }) => write(settings.site, person, link, days),
    /** With a new link: the one that was sent before may be spent. */
    async sendAgain(services, transaction, { person }) {
      if (!isStillSo(person)) throw new DomainError('message-outdated', { why: 'no-longer-so' });
      await sendWelcome(services, transaction, person.id, { message });
    },
  });
  return message;
};

export const welcome = defineWelcome('welcome', 'Welcome', welcomeMail);
export const alumniWelcome = defineWelcome(
  'alumni-welcome',
  'Welcome as one of the alumni',
  alumniWelcomeMail,
  ({ role }) => role === 'alumni',
);
export const returnLink = defineWelcome('return-link', 'Link for somebody who is back', returnMail);
/** To somebody who has an account already, and may never have used it. */
export const unaskedLink = defineWelcome(
  'unasked-link',
  'Login link sent to many',
  (site, person, link, days) =>
    person.lastSignInAt === null
      ? welcomeMail(site, person, link, days)
      : unaskedLinkMail(site, person.firstName, link, days),
);

const welcomeDays = 7;

/** The first link of a new account or role, sent without anybody asking for it. */
export function sendWelcome(
  services: Queueing,
  transaction: Transaction,
  personId: number,
  { message = welcome, afterSeconds = 0 }: { message?: LinkMessage; afterSeconds?: number } = {},
): Promise<void> {
  return sendUnasked(services, transaction, message, [personId], { afterSeconds });
}

/** Links that nobody has asked for: they end no other, and last for days. */
export async function sendUnasked(
  { clock, queue, settings }: Queueing,
  transaction: Transaction,
  message: LinkMessage,
  personIds: number[],
  options: { perMinute?: number; afterSeconds?: number },
): Promise<void> {
  if (personIds.length === 0) return;
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + welcomeDays * DAY_MS);
  const tokens = personIds.map((personId) =>
    newToken(settings, { personId, kind: 'welcome', createdAt, expiresAt }),
  );
  await transaction.insert(loginTokens).values(tokens);
  const to = tokens.map(({ personId, tokenHash }) => ({
    personId,
    tokenHash: tokenHash.toString('base64url'),
  }));
  await message.send(queue, transaction, to, options);
}

export type LinkProblem =
  | 'account-gone'
  | 'person-deactivated'
  | 'phone-gone'
  | 'phone-unconfirmed'
  | 'staff-sign-in-by-email-only';

/** Longer than one that people ask for, who wait for it: this one is found later. */
const staffLinkLifeMs = DAY_MS;

/**
 * Sends somebody a link that works for a day, or as one does that they asked for. It ends no other link, and nobody is
 * shown it: it goes to the person's own mailbox or phone. Answers why it cannot be sent, or null. The person is locked.
 */
export async function sendStaffLink(
  { clock, queue, settings }: Queueing,
  transaction: Transaction,
  person: Person,
  channel: Channel,
  { isAsked = false } = {},
): Promise<LinkProblem | null> {
  if (person.deactivatedAt) return 'person-deactivated';
  const isText = channel === 'text';
  if (isText && !person.phone) return person.unconfirmedPhone ? 'phone-unconfirmed' : 'phone-gone';
  if (isText && !canSignInByText(settings, person.role)) return 'staff-sign-in-by-email-only';
  const createdAt = clock.now();
  const token = newToken(settings, {
    nonce: isText ? newNonce(shortNonceBytes) : newNonce(),
    personId: person.id,
    kind: isAsked ? 'asked' : 'welcome',
    createdAt,
    expiresAt: isAsked
      ? linkExpiry(settings, createdAt)
      : new Date(createdAt.getTime() + staffLinkLifeMs),
  });
  await transaction.insert(loginTokens).values(token);
  const to = { personId: person.id, tokenHash: token.tokenHash.toString('base64url') };
  await loginLink.send(queue, transaction, [to], { channels: [channel] });
  return null;
}

/**
 * Sends a new link of the kind that a failed message carried. It ends no other link: the person may hold
 * one that they asked for since. Answers why nothing can be sent, or null.
 */
export async function sendNewLink(
  services: Queueing,
  transaction: Transaction,
  personId: number,
  job: string,
): Promise<LinkProblem | null> {
  const [person] = await transaction.select().from(people).where(eq(people.id, personId));
  if (!person) return 'account-gone';
  const message = linkMessageOf(job);
  if (!message || message === loginLink) {
    const channel = job === loginLink.jobs.text?.name ? 'text' : 'email';
    return sendStaffLink(services, transaction, person, channel, { isAsked: true });
  }
  if (person.deactivatedAt) return 'person-deactivated';
  await sendWelcome(services, transaction, personId, { message });
  return null;
}

const linkMessages: LinkMessage[] = [loginLink, welcome, alumniWelcome, returnLink, unaskedLink];

/** The message of a job that is of use only while its link works. */
export function linkMessageOf(job: string): LinkMessage | undefined {
  return linkMessages.find(({ jobs }) => Object.values(jobs).some(({ name }) => name === job));
}

/** Nothing of a link that was used or replaced. */
async function findLink(
  { database, clock, settings }: Lookup,
  { about: { tokenHash, withoutCode } }: Addressed<About>,
) {
  const whereGiven = eq(loginTokens.tokenHash, Buffer.from(tokenHash, 'base64url'));
  const [token] = await database.select().from(loginTokens).where(whereGiven);
  if (!token || token.endedAt) return outdated();
  const now = clock.now();
  if (!isActive(settings, token, now))
    throw new GiveUp('The link expired before it could be sent.');
  const { createdAt, expiresAt } = token;
  return {
    token,
    link: linkOf(settings, token),
    code: withoutCode ? undefined : codeOf(settings, token),
    minutes: Math.ceil((expiresAt.getTime() - now.getTime()) / MINUTE_MS),
    days: Math.round((expiresAt.getTime() - createdAt.getTime()) / DAY_MS),
  };
}
