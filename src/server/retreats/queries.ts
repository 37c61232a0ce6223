import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { retreatRegistrations } from '../database/schema.ts';
import { problemRows } from '../platform/problem-rows.ts';

/** What a retreat registration is called on the wire. */
export const retreatFields = {
  id: retreatRegistrations.id,
  retreatTitle: retreatRegistrations.title,
  retreatDescription: retreatRegistrations.description,
};

const { personId, cancelledAt } = retreatRegistrations;
/** Those whose email and phone nobody here has. */
const whereUnmatched = and(isNull(personId), isNull(cancelledAt));

export function unmatchedRetreatProblems() {
  return problemRows(
    'retreats',
    {
      key: sql`'retreat ' || id`,
      since: sql`registered_at`,
      subject: sql`title`,
    },
    sql`from retreat_registrations where ${whereUnmatched}`,
  );
}

export function openRetreatQueries(database: Database) {
  const newestOf = database
    .select(retreatFields)
    .from(retreatRegistrations)
    .where(
      and(
        eq(retreatRegistrations.personId, sql.placeholder('personId')),
        isNull(retreatRegistrations.cancelledAt),
      ),
    )
    .orderBy(desc(retreatRegistrations.registeredAt), desc(retreatRegistrations.id))
    .limit(1)
    .prepare('retreat_of_person');

  return {
    /** Newest first. */
    async listUnmatched() {
      const { email, phone, siteReference, registeredAt } = retreatRegistrations;
      const rows = await database
        .select({ ...retreatFields, email, phone, siteReference, registeredAt })
        .from(retreatRegistrations)
        .where(whereUnmatched)
        .orderBy(desc(registeredAt), desc(retreatRegistrations.id));
      return rows.map((row) => ({ ...row, registeredAt: row.registeredAt.toISOString() }));
    },

    async findRetreatOf(personId: number) {
      const [newest] = await newestOf.execute({ personId });
      return newest ?? null;
    },
  };
}
