import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { retreatRegistrations } from '../database/schema.ts';
import { problemRows } from '../platform/problem-rows.ts';

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
  if (!URL.canParse(page, site)) return null;
  const address = new URL(page, site);
  return address.origin === new URL(site).origin ? address.href : null;
}

export function openRetreatQueries(database: Database, site: string) {
  function list(which: SQL | undefined, most = Number.MAX_SAFE_INTEGER) {
    const { id, email, phone, guestName, siteReference, registeredAt } = retreatRegistrations;
    return database
      .select({ ...retreatFields, email, phone, guestName, siteReference, registeredAt })
      .from(retreatRegistrations)
      .where(which)
      .orderBy(desc(dismissedAt), desc(registeredAt), desc(id))
      .limit(most);
  }

  return {
    listUnmatched: () => list(isUnmatched),
    listDismissed: () => list(and(belongsToNoOne, isNotNull(dismissedAt)), mostDismissed),

    async findRetreatOf(id: number) {
      const { startsAt, endsAt, enteredBy, sitePage, registeredAt } = retreatRegistrations;
      const [newest] = await database
        .select({ ...retreatFields, startsAt, endsAt, enteredBy, sitePage })
        .from(retreatRegistrations)
        .where(and(eq(personId, id), isNull(canceledAt)))
        .orderBy(desc(registeredAt), desc(retreatRegistrations.id))
        .limit(1);
      if (!newest) return null;
      return {
        ...newest,
        isEnteredByHand: newest.enteredBy !== null,
        changeUrl: newest.sitePage && addressOn(site, newest.sitePage),
      };
    },
  };
}
