import { eq } from 'drizzle-orm';
import { WELCOME_MAILS_PER_MINUTE } from '../../contract/people-file-format.ts';
import { effectOfCorrection } from '../../course/corrected-contact.ts';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, type Person, people } from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { deriveNonce, newNonce, shortNonceBytes } from '../platform/tokens.ts';
import { endLoginLinks, endSessions } from './access.ts';
import {
  sendLoginMailJob,
  sendLoginTextJob,
  sendUnaskedLinkJob,
  sendWelcomeJob,
  type WelcomeJob,
  welcomeJobs,
} from './jobs.ts';
import { canSignInByText, linkExpiry, linkOf, newToken } from './links.ts';

const welcomeDays = 7;

type Deps = Pick<Services, 'clock' | 'queue' | 'settings'>;

/** The first link of a new account or role, sent without anybody asking for it. */
export async function sendWelcome(
  { clock, queue, settings }: Deps,
  transaction: Transaction,
  personId: number,
  { job = sendWelcomeJob, afterSeconds = 0 }: { job?: WelcomeJob; afterSeconds?: number } = {},
): Promise<void> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + welcomeDays * DAY_MS);
  const token = newToken(settings, { personId, kind: 'welcome', createdAt, expiresAt });
  await transaction.insert(loginTokens).values(token);
  const message = { personId, tokenHash: token.tokenHash.toString('base64url') };
  await queue.add(transaction, job, message, { afterSeconds });
}

/** The first links of many new accounts. */
export function sendWelcomes(
  services: Deps,
  transaction: Transaction,
  personIds: number[],
): Promise<void> {
  const perMinute = WELCOME_MAILS_PER_MINUTE;
  return sendUnasked(services, transaction, personIds, { job: sendWelcomeJob, perMinute });
}

/** Links for people who have had theirs before. Nobody has asked for them, so they end no other and last as long as a welcome. */
export function sendLinks(
  services: Deps,
  transaction: Transaction,
  personIds: number[],
  { perMinute }: { perMinute: number },
): Promise<void> {
  return sendUnasked(services, transaction, personIds, { job: sendUnaskedLinkJob, perMinute });
}

async function sendUnasked(
  { clock, queue, settings }: Deps,
  transaction: Transaction,
  personIds: number[],
  { job, perMinute }: { job: typeof sendWelcomeJob; perMinute: number },
): Promise<void> {
  if (personIds.length === 0) return;
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + welcomeDays * DAY_MS);
  const tokens = personIds.map((personId) =>
    newToken(settings, { personId, kind: 'welcome', createdAt, expiresAt }),
  );
  await transaction.insert(loginTokens).values(tokens);
  const messages = tokens.map(({ personId, tokenHash }) => ({
    personId,
    tokenHash: tokenHash.toString('base64url'),
  }));
  await queue.addAll(transaction, job, messages, { perMinute });
}

/** A link that is handed over without a mail server. No browser has asked for it, so it leads through the Continue page. */
export async function writeOneDayLink(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  transaction: Transaction,
  personId: number,
): Promise<{ link: string; expiresAt: Date }> {
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + DAY_MS);
  const token = newToken(settings, { personId, kind: 'printed', createdAt, expiresAt });
  await transaction.insert(loginTokens).values(token);
  return { link: linkOf(settings, token), expiresAt };
}

interface ReminderLink {
  personId: number;
  /** What it reminds of. The link is derived from it, so that a job that runs again writes the same. */
  about: string;
  redirectTo: string;
  expiresAt: Date;
  /** It goes to a number that is not confirmed: whoever opens it there signs in by themselves. */
  isPlain?: boolean;
}

/** A link that signs in and lands on the right page. Older links stay active: nobody asked for this one. */
export async function writeReminderLink(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  transaction: Transaction,
  { about, isPlain, ...link }: ReminderLink,
): Promise<string> {
  if (isPlain) return settings.publicUrl + link.redirectTo;
  const createdAt = clock.now();
  for (let attempt = 1; ; attempt += 1) {
    const source = attempt === 1 ? about : `${about} ${attempt}`;
    const nonce = deriveNonce(settings.linkKey, source, shortNonceBytes);
    const token = newToken(settings, { ...link, nonce, kind: 'reminder', createdAt });
    await transaction.insert(loginTokens).values(token).onConflictDoNothing();
    const [written] = await transaction
      .select({ endedAt: loginTokens.endedAt })
      .from(loginTokens)
      .where(eq(loginTokens.tokenHash, token.tokenHash));
    // One that was used or replaced since the job ran before would sign nobody in.
    if (!written?.endedAt) return linkOf(settings, token);
  }
}

/** For an account whose email or phone may have been corrected, with the person locked. Says whether it was. */
export async function renewAccess(
  services: Deps,
  transaction: Transaction,
  { id, email, textPhone: phone, lastSignInAt }: Person,
  corrected: { email: string; phone: string | null },
): Promise<boolean> {
  const effect = effectOfCorrection(
    { email, phone, hasSignedIn: lastSignInAt !== null },
    corrected,
  );
  if (effect === 'none') return false;
  await endSessions(transaction, id);
  await endLoginLinks(transaction, id, services.clock.now());
  if (effect === 'welcomed-again') await sendWelcome(services, transaction, id);
  return true;
}

export type LinkProblem =
  | 'account-gone'
  | 'access-ended'
  | 'phone-gone'
  | 'phone-unconfirmed'
  | 'staff-sign-in-by-email-only';

/** Of somebody who cannot sign in by text. */
export function whyNoText({ unconfirmedPhone }: Person): LinkProblem {
  return unconfirmedPhone ? 'phone-unconfirmed' : 'phone-gone';
}

/**
 * Sends a new link of the kind that a failed message carried. It ends no other link: the person may hold
 * one that they asked for since. Answers why nothing can be sent, or null.
 */
export async function sendNewLink(
  services: Deps,
  transaction: Transaction,
  personId: number,
  job: string,
): Promise<LinkProblem | null> {
  const { clock, queue, settings } = services;
  const [person] = await transaction.select().from(people).where(eq(people.id, personId));
  if (!person) return 'account-gone';
  if (person.deactivatedAt) return 'access-ended';
  const welcomeJob = welcomeJobs.find(({ name }) => name === job);
  if (welcomeJob) {
    await sendWelcome(services, transaction, personId, { job: welcomeJob });
    return null;
  }
  if (job === sendUnaskedLinkJob.name) {
    await sendLinks(services, transaction, [personId], { perMinute: WELCOME_MAILS_PER_MINUTE });
    return null;
  }
  const isText = job === sendLoginTextJob.name;
  if (isText && !person.phone) return whyNoText(person);
  if (isText && !canSignInByText(settings, person.role)) {
    return 'staff-sign-in-by-email-only';
  }
  const createdAt = clock.now();
  const expiresAt = linkExpiry(settings, createdAt);
  const nonce = isText ? newNonce(shortNonceBytes) : newNonce();
  const token = newToken(settings, { nonce, personId, kind: 'asked', createdAt, expiresAt });
  await transaction.insert(loginTokens).values(token);
  await queue.add(transaction, isText ? sendLoginTextJob : sendLoginMailJob, {
    personId,
    tokenHash: token.tokenHash.toString('base64url'),
  });
  return null;
}
