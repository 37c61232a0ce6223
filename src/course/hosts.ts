import { HOST_STAYS_BEFORE_START_MS } from './course.ts';

/*
 * Who hosts a class at the meeting provider: a user of an instructor's own, or the portal's, which is null here. A host
 * runs one meeting at a time.
 */

/** The host that somebody's classes are to have: their own user, unless that is the portal's. */
export function ownHost(zoomUser: string | null, portalHost: string): string | null {
  if (!zoomUser || isSameHost(zoomUser, portalHost)) return null;
  return zoomUser.toLowerCase();
}

/** Users go by their email, in which the case of letters means nothing. */
export function isSameHost(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Shortly before a class people open their links, and its room may be open: from then on the meeting stays where it is. */
export function canMoveHost(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() > HOST_STAYS_BEFORE_START_MS;
}

interface Substitution {
  /** The host of the class so far. */
  host: string | null;
  /** That of the new instructor; null for one without a user of their own, and for nobody. */
  newInstructorsHost: string | null;
  /** Whether the admin wants the host to stay. */
  keepsHost: boolean;
  startsAt: Date;
  now: Date;
}

/** A new instructor without a user of their own holds the class with the host it has: then nobody's link changes. */
export function hostAfterSubstitution(substitution: Substitution): string | null {
  const { host, newInstructorsHost, keepsHost, startsAt, now } = substitution;
  if (keepsHost || newInstructorsHost === null || !canMoveHost(startsAt, now)) return host;
  return newInstructorsHost;
}
