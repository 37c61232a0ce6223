import { HOST_STAYS_BEFORE_START_MS } from './course.ts';

/** A null host means the portal’s own Zoom user. Each host can run only one meeting at a time. */

export function ownHost(zoomUser: string | null, portalHost: string): string | null {
  if (!zoomUser || isSameHost(zoomUser, portalHost)) return null;
  return zoomUser.toLowerCase();
}

export function isSameHost(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Shortly before class, the room may already be open, so we no longer change the host. */
export function canMoveHost(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() > HOST_STAYS_BEFORE_START_MS;
}

interface Substitution {
  host: string | null;
  newInstructorsHost: string | null;
  keepsHost: boolean;
  startsAt: Date;
  now: Date;
}

/** If the new instructor has no Zoom user, we keep the host, so that no one’s link changes. */
export function hostAfterSubstitution(substitution: Substitution): string | null {
  const { host, newInstructorsHost, keepsHost, startsAt, now } = substitution;
  if (keepsHost || newInstructorsHost === null || !canMoveHost(startsAt, now)) return host;
  return newInstructorsHost;
}
