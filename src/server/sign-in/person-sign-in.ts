import { and, desc, eq, gt, inArray, isNull, max } from 'drizzle-orm';
import type { PersonPage } from '../../contract/person-page.ts';
import { auditLog, loginTokens, sessions } from '../database/schema.ts';
import { isWithinLife } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { describeDevice } from './device.ts';
import { isActive } from './links.ts';
import { ownSignIns } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

/** How somebody signs in, for the staff who look at their page: no link and no session can be told from it. */
export async function readPersonSignIn(
  { database, clock, settings }: Deps,
  personId: number,
): Promise<PersonPage['signIn']> {
  const now = clock.now();
  const [last] = await database
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subject, `person:${personId}`),
        inArray(auditLog.action, [...ownSignIns, 'sign-in: link copied by staff']),
      ),
    );
  const signedIn = await database
    .select()
    .from(sessions)
    .where(and(eq(sessions.personId, personId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.startedAt));
  const tokens = await database
    .select()
    .from(loginTokens)
    .where(
      and(
        eq(loginTokens.personId, personId),
        isNull(loginTokens.endedAt),
        gt(loginTokens.expiresAt, now),
      ),
    )
    .orderBy(desc(loginTokens.createdAt));
  return {
    lastAt: last?.at?.toISOString() ?? null,
    devices: signedIn
      .filter(({ startedAt, expiresAt }) => isWithinLife(startedAt, expiresAt, now))
      .map(({ userAgent, startedAt, lastSeenAt }) => ({
        device: describeDevice(userAgent),
        startedAt: startedAt.toISOString(),
        lastSeenAt: (lastSeenAt ?? startedAt).toISOString(),
      })),
    links: tokens
      .filter((token) => isActive(settings, token, now))
      .map(({ kind, expiresAt }) => ({ kind, expiresAt: expiresAt.toISOString() })),
  };
}
