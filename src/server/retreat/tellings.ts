import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import type { RetreatTelling } from '../integrations/retreats/port.ts';
import { readPhone } from '../phone.ts';

/** What the site said last, by its own time, stands; in which order it arrives does not matter. */
export async function noteTelling(transaction: Transaction, telling: RetreatTelling) {
  const { kind, at, reference, title, description, email, phone: typed } = telling;
  // A number that cannot be read is kept as it is: an admin may know whose it is.
  const phone = typed && (readPhone(typed) ?? typed);
  const cancelledAt = kind === 'cancelled' ? at : null;
  const said = { title, description, email, phone, cancelledAt, toldAt: at };
  const personId = await findGuest(transaction, { email, phone });
  await transaction
    .insert(retreatRegistrations)
    .values({ ...said, siteReference: reference, personId, registeredAt: at })
    .onConflictDoUpdate({
      target: retreatRegistrations.siteReference,
      // Whom it belongs to may be an admin's word: that stays.
      set: {
        ...said,
        personId: sql`coalesce(${retreatRegistrations.personId}, excluded.person_id)`,
      },
      setWhere: isNotOlder,
    });
}

const { toldAt, cancelledAt } = retreatRegistrations;
/** Of two tellings with the same time the later one to come counts, but none brings back what is cancelled. */
const isNotOlder = sql`${toldAt} is null or ${toldAt} < excluded.told_at
  or (${toldAt} = excluded.told_at and ${cancelledAt} is null)`;

/** A student before anybody else, and whoever has the address before whoever has the phone. */
async function findGuest(
  transaction: Transaction,
  { email, phone }: Pick<RetreatTelling, 'email' | 'phone'>,
): Promise<number | null> {
  const hasEmail = sql`lower(${people.email}) = lower(${email})`;
  const [found] = await transaction
    .select({ id: people.id })
    .from(people)
    .where(sql`${hasEmail} or ${people.phone} = ${phone}`)
    .orderBy(sql`${people.role} = 'student' desc, ${hasEmail} desc nulls last`)
    .limit(1);
  return found?.id ?? null;
}
