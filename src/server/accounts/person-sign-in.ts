import { and, desc, eq, gt, isNull, max } from 'drizzle-orm';
import type { PersonPage } from '../../contract/person-page.ts';
import { auditLog, loginTokens, people, sessions } from '../database/schema.ts';
import { isWithinLife } from '../platform/clock.ts';
import { isActive } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import { describeDevice } from './device.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

/** How somebody signs in, for the staff who look at their page: no link and no session can be told from it. */
export async function readPersonSignIn(
  { database, clock, settings }: Deps,
  personId: number,
): Promise<PersonPage['signIn']> {
  const now = clock.now();
  // The audit log is kept for a year only.
  const [own] = await database
    .select({ at: people.lastSignInAt })
    .from(people)
    .where(eq(people.id, personId));
  const [copied] = await database
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(
      and(eq(auditLog.personId, personId), eq(auditLog.action, 'sign-in: link copied by staff')),
    );
  const signIns = [own?.at, copied?.at].flatMap((at) => at?.toISOString() ?? []);
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
    lastAt: signIns.toSorted().at(-1) ?? null,
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
