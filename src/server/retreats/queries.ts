import { and, desc, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { findNewest } from '../database/rows.ts';
import { retreatRegistrations } from '../database/schema.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Services } from '../platform/services.ts';

export const retreatFields = {
  id: retreatRegistrations.id,
  retreatTitle: retreatRegistrations.title,
  retreatDescription: retreatRegistrations.description,
};

const mostDismissed = 50;
const { personId, canceledAt, dismissedAt } = retreatRegistrations;
const belongsToNoOne = and(isNull(personId), isNull(canceledAt));
const isUnmatched = and(belongsToNoOne, isNull(dismissedAt));

export function unmatchedRetreatProblems() {
  return problemRows(
    'retreats',
    {
      key: sql`'retreat ' || id`,
      since: sql`registered_at`,
      subject: sql`concat_ws(', ', title, nullif(guest_name, ''))`,
    },
    sql`from retreat_registrations where ${isUnmatched}`,
  );
}

/** Returns null if the page isn't on the retreat site, so that a webhook can't send students elsewhere. */
function addressOn(site: string, page: string): string | null {
  const address = URL.parse(page, site);
  return address?.origin === new URL(site).origin ? address.href : null;
}

function list(database: Database, which: SQL | undefined, most = Number.MAX_SAFE_INTEGER) {
  const { id, email, phone, guestName, siteReference, registeredAt } = retreatRegistrations;
  return database
    .select({ ...retreatFields, email, phone, guestName, siteReference, registeredAt })
    .from(retreatRegistrations)
    .where(which)
    .orderBy(desc(dismissedAt), desc(registeredAt), desc(id))
    .limit(most);
}

export const listUnmatched = (database: Database) => list(database, isUnmatched);

export const listDismissed = (database: Database) =>
  list(database, and(belongsToNoOne, isNotNull(dismissedAt)), mostDismissed);

export async function findRetreatOf({ database, settings }: Services, id: number) {
  const { registeredAt, id: byId } = retreatRegistrations;
  const isTheirs = { personId: id, canceledAt: null };
  const newest = await findNewest(database, retreatRegistrations, isTheirs, registeredAt, byId);
  if (!newest) return null;
  return {
    ...newest,
    retreatTitle: newest.title,
    retreatDescription: newest.description,
    isEnteredByHand: newest.enteredBy !== null,
    changeUrl: newest.sitePage && addressOn(settings.site.retreatSite, newest.sitePage),
  };
}
