import { and, eq, gt, isNull } from 'drizzle-orm';
import { canHaveLoginLink, canUseLoginLinks } from '../../course/roles.ts';
import type { Transaction } from '../database/connect.ts';
import { match, updateRows } from '../database/rows.ts';
import { loginTokens, people } from '../database/schema.ts';
import type { Viewer } from '../database/viewer.ts';
import type { Channel } from '../messages/define-message.ts';
import { refuseTextTo } from '../messages/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { isActive, issueLink, loginPath, staffLinkNonce } from '../platform/login-links.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { shortNonceBytes } from '../platform/tokens.ts';
import { lockPerson } from './commands.ts';
import { sendLoginLink } from './link-messages.ts';
import { isUnused } from './queries.ts';

/**
 * Issues the login link shown in the person's row and returns its path. While that link works, copying it again returns
 * the same path. The person's other links keep working.
 */
export async function copyStaffLink(
  services: Services,
  staff: Viewer,
  ip: string,
  personId: number,
): Promise<string> {
  const { database, clock, settings } = services;
  if (!canUseLoginLinks(staff.role, settings.loginLinksFor)) {
    throw new DomainError('login-links-for-admins-only');
  }
  const { linkKey } = settings;
  const now = clock.now();
  await limitPerson(database, now, 'login links', staff.id);
  return database.transaction(async (transaction) => {
    // Lock the person, so that two concurrent copies can't create two links or use the same count.
    const person = await lockPerson(transaction, personId);
    if (person.deactivatedAt || !canHaveLoginLink(person.role)) throw new DomainError('not-found');
    const isOwn = match(loginTokens, { personId, copiedBy: staff.id });
    const copied = await transaction
      .select()
      .from(loginTokens)
      .where(and(isOwn, isUnused(now)));
    const active = copied.find((token) => isActive(settings, token, now));
    const number = person.staffLinkCount;
    const nonce = active?.nonce ?? staffLinkNonce({ personId, staffId: staff.id, number });
    if (!active) {
      const link = { personId, nonce, copiedBy: staff.id };
      await issueLink(services, transaction, 'copiedByStaff', link);
      await updateRows(transaction, people, { id: personId }, { staffLinkCount: number + 1 });
    }
    await audit(transaction, { id: staff.id, ip }, now, 'login link: copied', { person: personId });
    return loginPath(linkKey, nonce);
  });
}

/**
 * Returns the email address or phone number that the link was sent to. Two clicks within a minute send only one link.
 */
export async function sendLoginLinkTo(
  services: Services,
  actor: Actor,
  personId: number,
  channel: Channel,
): Promise<string> {
  const { database, clock } = services;
  const now = clock.now();
  return database.transaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    const to = channel === 'email' ? person.email : person.phone;
    if (to && (await wasJustSent(transaction, personId, channel, now))) return to;
    if (to && channel === 'text') await refuseTextTo(services, transaction, to);
    await limitPerson(transaction, now, 'messages sent again', actor.id);
    await limitPerson(transaction, now, 'messages to one person', personId);
    const problem = await sendLoginLink(services, transaction, 'sentByStaff', person, channel);
    if (problem) throw new DomainError(problem);
    const facts = { person: personId, after: { channel } };
    await audit(transaction, actor, now, 'login link: sent', facts);
    return String(to);
  });
}

async function wasJustSent(transaction: Transaction, id: number, channel: Channel, now: Date) {
  const { nonce, personId, kind, createdAt, endedAt } = loginTokens;
  const aMinuteAgo = new Date(now.getTime() - MINUTE_MS);
  const tokens = await transaction
    .select({ nonce })
    .from(loginTokens)
    .where(and(eq(personId, id), eq(kind, 'welcome'), isNull(endedAt), gt(createdAt, aMinuteAgo)));
  return tokens.some((token) => (token.nonce.length === shortNonceBytes) === (channel === 'text'));
}
