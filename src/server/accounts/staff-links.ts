import { and, eq, gt, isNull } from 'drizzle-orm';
import { canHaveLoginLink, canUseLoginLinks } from '../../course/roles.ts';
import type { Transaction } from '../database/connect.ts';
import type { Person } from '../database/schema.ts';
import { loginTokens, people } from '../database/schema.ts';
import { audit } from '../platform/audit.ts';
import { DAY_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { loginPath, type StaffLink, staffLinkNonce } from '../platform/login-links.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { deriveToken, sha256 } from '../platform/tokens.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

/**
 * Inserts the token behind the path in a person's row, and answers that path. Copied again while the link is
 * active, it stays the same link; once spent or expired, the next copy is a new one with the next number.
 * Links that the person asked for stay active.
 */
export async function copyStaffLink(
  { database, clock, settings }: Deps,
  staff: Person,
  ip: string,
  personId: number,
): Promise<string> {
  if (!canUseLoginLinks(staff.role, settings.loginLinksFor)) {
    throw new DomainError('login-links-for-admins-only');
  }
  const { linkKey } = settings;
  const hashOf = (nonce: Buffer) => sha256(deriveToken(linkKey, nonce));
  const now = clock.now();
  await limitPerson(database, now, 'login links', staff.id);
  return database.transaction(async (transaction) => {
    // Locked, so that two copies at once are one link, and numbers are not given twice.
    const [person] = await transaction
      .select()
      .from(people)
      .where(and(eq(people.id, personId), isNull(people.deactivatedAt)))
      .for('no key update');
    if (!person || person.deactivatedAt || !canHaveLoginLink(person.role))
      throw new DomainError('not-found');
    const link = { personId, staffId: staff.id, number: person.staffLinkCount };
    const tokens = await findTokens(transaction, link, now);
    // A token that was made with another key than today's cannot be spent.
    const active = tokens.find(({ nonce, tokenHash }) => hashOf(nonce).equals(tokenHash));
    const nonce = active?.nonce ?? staffLinkNonce(linkKey, link);
    if (!active) {
      await transaction.insert(loginTokens).values({
        tokenHash: hashOf(nonce),
        nonce,
        personId,
        kind: 'staff',
        copiedBy: staff.id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + DAY_MS),
      });
      await transaction
        .update(people)
        .set({ staffLinkCount: person.staffLinkCount + 1 })
        .where(eq(people.id, personId));
    }
    await audit(transaction, { id: staff.id, ip }, now, 'login link: copied', { person: personId });
    return loginPath(linkKey, nonce);
  });
}

/** What this member of staff has copied for the person and nobody has spent. */
function findTokens(transaction: Transaction, { personId, staffId }: StaffLink, now: Date) {
  return transaction
    .select({ nonce: loginTokens.nonce, tokenHash: loginTokens.tokenHash })
    .from(loginTokens)
    .where(
      and(
        eq(loginTokens.personId, personId),
        eq(loginTokens.copiedBy, staffId),
        isNull(loginTokens.endedAt),
        gt(loginTokens.expiresAt, now),
      ),
    );
}
