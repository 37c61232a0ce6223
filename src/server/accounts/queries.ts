import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { canUseLoginLinks } from '../../course/roles.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { loginTokens, type Person, people } from '../database/schema.ts';
import { isActive, loginPath, staffLinkPath } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { deriveToken, sha256 } from '../platform/tokens.ts';

export interface LinkViewer {
  now: Date;
  viewerId: number;
  /** Absent for those who may not use login links. */
  linkKey: string | undefined;
}

/** What `findLoginLinks` must know of the member of staff who looks at a list. */
export function linkViewer(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  { id, role }: Person,
): LinkViewer {
  const { linkKey, loginLinksFor } = settings;
  const mayUseLinks = canUseLoginLinks(role, loginLinksFor);
  return { now: clock.now(), viewerId: id, linkKey: mayUseLinks ? linkKey : undefined };
}

interface Row {
  id: number;
  staffLinkCount: number;
}

/**
 * The path that a list shows in each row: of the link that the viewer has copied, while it is active, or else
 * of the one they would copy next. Paths are derived here and not in SQL, so that the key stays in this process.
 */
export async function findLoginLinks(
  database: Database,
  { now, viewerId, linkKey }: LinkViewer,
  rows: Row[],
): Promise<Map<number, string>> {
  if (!linkKey || rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const copied = await database
    .select({
      personId: loginTokens.personId,
      nonce: loginTokens.nonce,
      tokenHash: loginTokens.tokenHash,
    })
    .from(loginTokens)
    .where(
      and(
        sql`${loginTokens.personId} = any(${sql.param(ids)}::int[])`,
        eq(loginTokens.kind, 'staff'),
        eq(loginTokens.copiedBy, viewerId),
        isNull(loginTokens.endedAt),
        gt(loginTokens.expiresAt, now),
      ),
    )
    .orderBy(loginTokens.createdAt);
  // A link that was made with another key than today's cannot be spent.
  const usable = copied.filter(({ nonce, tokenHash }) =>
    sha256(deriveToken(linkKey, nonce)).equals(tokenHash),
  );
  const nonces = new Map(usable.map(({ personId, nonce }) => [personId, nonce]));
  return new Map(
    rows.map(({ id, staffLinkCount }) => {
      const nonce = nonces.get(id);
      const next = { personId: id, staffId: viewerId, number: staffLinkCount };
      return [id, nonce ? loginPath(linkKey, nonce) : staffLinkPath(linkKey, next)];
    }),
  );
}

/** A sign-in by a link that staff copied shows nothing of the person's own mail or phone. */
export const ownSignIns = ['sign-in', 'sign-in: another browser'];

/** When each of them last signed in by a link of their own; whoever never has is missing. */
export async function findLastSignIns(
  database: Database,
  ids: number[],
): Promise<Map<number, Date>> {
  const { id, lastSignInAt } = people;
  const rows = await database.select({ id, lastSignInAt }).from(people).where(inArray(id, ids));
  return new Map(rows.flatMap((row) => (row.lastSignInAt ? [[row.id, row.lastSignInAt]] : [])));
}

/** Whether the link of a message that failed can still be sent as it is. */
export async function isLinkActive(
  { clock, settings }: Pick<Services, 'clock' | 'settings'>,
  transaction: Transaction,
  tokenHash: string,
): Promise<boolean> {
  const [token] = await transaction
    .select()
    .from(loginTokens)
    .where(eq(loginTokens.tokenHash, Buffer.from(tokenHash, 'base64url')));
  return token !== undefined && isActive(settings, token, clock.now());
}

/** Whether the one who copied a link may still use links; true of links that nobody copied. */
export async function isCopierAllowed(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  { copiedBy }: typeof loginTokens.$inferSelect,
): Promise<boolean> {
  if (copiedBy === null) return true;
  const [copier] = await database
    .select({ role: people.role })
    .from(people)
    .where(and(eq(people.id, copiedBy), isNull(people.deactivatedAt)));
  return copier !== undefined && canUseLoginLinks(copier.role, settings.loginLinksFor);
}
