import { and, desc, eq, gt, isNull, max } from 'drizzle-orm';
import { canUseLoginLinks } from '../../course/roles.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { findRow, match } from '../database/rows.ts';
import { auditLog, loginTokens, type Person, people } from '../database/schema.ts';
import { isAnyOf } from '../database/standing.ts';
import type { Viewer } from '../database/viewer.ts';
import { listSessions } from '../http/session.ts';
import { isActive, loginPath, staffLinkPath } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { describeDevice } from './device.ts';

export interface LinkViewer {
  now: Date;
  viewerId: number;
  /** Undefined if the viewer isn't allowed to copy login links. */
  linkKey: string | undefined;
}

export function linkViewer({ clock, settings }: Services, { id, role }: Viewer): LinkViewer {
  const { linkKey, loginLinksFor } = settings;
  const mayUseLinks = canUseLoginLinks(role, loginLinksFor);
  return { now: clock.now(), viewerId: id, linkKey: mayUseLinks ? linkKey : undefined };
}

export const isUnused = (now: Date) =>
  and(isNull(loginTokens.endedAt), gt(loginTokens.expiresAt, now));

/**
 * Returns the path of each person's login link: the link that this viewer copied, if it still works, or else the link
 * they would copy next.
 */
export async function findLoginLinks(
  database: Database,
  { now, viewerId, linkKey }: LinkViewer,
  rows: { id: number; staffLinkCount: number }[],
): Promise<Map<number, string>> {
  if (!linkKey || rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const isOwn = match(loginTokens, { kind: 'staff', copiedBy: viewerId });
  const copied = await database
    .select()
    .from(loginTokens)
    .where(and(isAnyOf(loginTokens.personId, ids), isOwn, isUnused(now)))
    .orderBy(loginTokens.createdAt);
  const active = copied.filter((token) => isActive({ linkKey }, token, now));
  const nonces = new Map(active.map(({ personId, nonce }) => [personId, nonce]));
  return new Map(
    rows.map(({ id, staffLinkCount }) => {
      const nonce = nonces.get(id);
      const next = { personId: id, staffId: viewerId, number: staffLinkCount };
      return [id, nonce ? loginPath(linkKey, nonce) : staffLinkPath(linkKey, next)];
    }),
  );
}

/** Excludes sign-ins with a staff link, because someone else may have used that link. */
export const ownSignIns = ['sign-in', 'sign-in: another browser', 'sign-in: passkey'];

export async function isLinkActive(
  { clock, settings }: Services,
  transaction: Transaction,
  tokenHash: string,
) {
  const hash = Buffer.from(tokenHash, 'base64url');
  const token = await findRow(transaction, loginTokens, { tokenHash: hash });
  return token !== undefined && isActive(settings, token, clock.now());
}

/**
 * Returns whether the staff member who copied this link may still use login links. Returns true if no one copied it.
 */
export async function isCopierAllowed(
  { database, settings }: Services,
  { copiedBy }: typeof loginTokens.$inferSelect,
) {
  if (copiedBy === null) return true;
  const copier = await findRow(database, people, { id: copiedBy, deactivatedAt: null });
  return copier !== undefined && canUseLoginLinks(copier.role, settings.loginLinksFor);
}

export async function listDevices(services: Services, person: Viewer) {
  const found = await listSessions(services, person);
  return found.map(({ idHash, userAgent, startedAt, lastSeenAt }) => ({
    id: idHash.toString('base64url'),
    device: describeDevice(userAgent),
    startedAt,
    lastSeenAt: lastSeenAt ?? startedAt,
  }));
}

export async function readPersonSignIn(services: Services, person: Person) {
  const { database, clock, settings } = services;
  const now = clock.now();
  const [copied] = await database
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(match(auditLog, { personId: person.id, action: 'sign-in: link copied by staff' }));
  // The last sign-in comes from the person's row, because old audit entries are deleted.
  const signIns = [person.lastSignInAt, copied?.at].flatMap((at) => at ?? []);
  const tokens = await database
    .select()
    .from(loginTokens)
    .where(and(eq(loginTokens.personId, person.id), isUnused(now)))
    .orderBy(desc(loginTokens.createdAt));
  const devices = await listDevices(services, person);
  return {
    lastAt: signIns.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? null,
    devices: devices.map(({ id: _, ...device }) => device),
    links: tokens
      .filter((token) => isActive(settings, token, now))
      .map(({ kind, expiresAt }) => ({ kind, expiresAt })),
  };
}
