import { and, desc, eq, gt, max, ne } from 'drizzle-orm';
import { auditLog, people } from '../../database/schema.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';

const HOUR_MS = 60 * 60 * 1000;

const whereView = (personId: number, since: Date) =>
  and(
    eq(auditLog.personId, personId),
    eq(auditLog.action, 'person: page seen'),
    gt(auditLog.at, since),
  );

/** Who looks at whose page, once an hour: the page is fetched again whenever its window is looked at. */
export async function recordView(
  { database, clock }: Services,
  viewer: Actor,
  personId: number,
): Promise<void> {
  if (viewer.id === personId) return;
  const now = clock.now();
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  const isViewer = eq(auditLog.actorId, viewer.id);
  const known = await database.$count(auditLog, and(whereView(personId, anHourAgo), isViewer));
  if (known > 0) return;
  await audit(database, viewer, now, 'person: page seen', { person: personId });
}

/** Of the last hour. */
export async function listOtherViewers(
  { database, clock }: Services,
  viewer: Actor,
  personId: number,
): Promise<{ name: string; at: string }[]> {
  const anHourAgo = new Date(clock.now().getTime() - HOUR_MS);
  const last = max(auditLog.at);
  const rows = await database
    .select({ firstName: people.firstName, lastName: people.lastName, last })
    .from(auditLog)
    .innerJoin(people, eq(people.id, auditLog.actorId))
    .where(and(whereView(personId, anHourAgo), ne(auditLog.actorId, viewer.id)))
    .groupBy(people.id)
    .orderBy(desc(last));
  return rows.flatMap(({ firstName, lastName, last: at }) =>
    at ? [{ name: `${firstName} ${lastName}`, at: at.toISOString() }] : [],
  );
}
