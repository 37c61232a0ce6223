import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { retreatRegistrations } from '../database/schema.ts';
import { problemRows } from '../platform/problem-rows.ts';

/** What a retreat registration is called on the wire. */
export const retreatFields = {
  id: retreatRegistrations.id,
  retreatTitle: retreatRegistrations.title,
  retreatDescription: retreatRegistrations.description,
};

/** More are not looked through. */
const mostDismissed = 50;
const { personId, cancelledAt, dismissedAt } = retreatRegistrations;
/** Those whose email and phone nobody here has. */
const whereNobodys = and(isNull(personId), isNull(cancelledAt));
const whereUnmatched = and(whereNobodys, isNull(dismissedAt));

export function unmatchedRetreatProblems() {
  return problemRows(
    'retreats',
    {
      key: sql`'retreat ' || id`,
      since: sql`registered_at`,
      subject: sql`concat_ws(', ', title, nullif(guest_name, ''))`,
    },
    sql`from retreat_registrations where ${whereUnmatched}`,
  );
}

/** Null for a page that is not on the site: nobody is led elsewhere by what it says. */
function addressOn(site: string, page: string): string | null {
  if (!URL.canParse(page, site)) return null;
  const address = new URL(page, site);
  return address.origin === new URL(site).origin ? address.href : null;
}

export function openRetreatQueries(database: Database, site: string) {
  async function listNobodys(which: SQL, most?: number) {
    const t = retreatRegistrations;
    const { email, phone, guestName, siteReference, registeredAt } = t;
    const rows = await database
      .select({ ...retreatFields, email, phone, guestName, siteReference, registeredAt })
      .from(t)
      .where(and(whereNobodys, which))
      .orderBy(desc(t.dismissedAt), desc(registeredAt), desc(t.id))
      .limit(most ?? Number.MAX_SAFE_INTEGER);
    return rows.map((row) => ({ ...row, registeredAt: row.registeredAt.toISOString() }));
  }

  return {
    /** Those that belong to nobody here and are to be matched, newest first. */
    async listUnmatched() {
      return listNobodys(isNull(retreatRegistrations.dismissedAt));
    },

    /** The last that admins have dismissed, newest first. */
    async listDismissed() {
      return listNobodys(isNotNull(retreatRegistrations.dismissedAt), mostDismissed);
    },

    async findRetreatOf(id: number) {
      const { startsAt, endsAt, enteredBy, sitePage, registeredAt } = retreatRegistrations;
      const [newest] = await database
        .select({ ...retreatFields, startsAt, endsAt, enteredBy, sitePage })
        .from(retreatRegistrations)
        .where(and(eq(personId, id), isNull(cancelledAt)))
        .orderBy(desc(registeredAt), desc(retreatRegistrations.id))
        .limit(1);
      if (!newest) return null;
      return {
        ...newest,
        startsAt: newest.startsAt?.toISOString() ?? null,
        endsAt: newest.endsAt?.toISOString() ?? null,
        isEnteredByHand: newest.enteredBy !== null,
        changeUrl: newest.sitePage && addressOn(site, newest.sitePage),
      };
    },
  };
}
