import { sql } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import type { RetreatWebhookEvent } from '../integrations/retreats/port.ts';
import { readPhone } from '../platform/phone.ts';

/** Events may arrive out of order: the row holds the one that is the last by the site's own time. */
export async function applyRetreatEvent(transaction: Transaction, event: RetreatWebhookEvent) {
  const {
    kind,
    at,
    reference,
    title,
    description,
    times,
    page: sitePage,
    email,
    phone: typed,
    name: guestName,
  } = event;
  // A number that cannot be read is kept as it is: an admin may know whose it is.
  const phone = typed && (readPhone(typed) ?? typed);
  const cancelledAt = kind === 'cancelled' ? at : null;
  const { startsAt, endsAt } = times ?? { startsAt: null, endsAt: null };
  const dates = { startsAt, endsAt, cancelledAt, toldAt: at };
  const values = { title, description, sitePage, email, phone, guestName, ...dates };
  const personId = await findGuest(transaction, { email, phone });
  await transaction
    .insert(retreatRegistrations)
    .values({ ...values, siteReference: reference, personId, registeredAt: at })
    .onConflictDoUpdate({
      target: retreatRegistrations.siteReference,
      // Whom it belongs to may be an admin's word: that stays, also that it is nobody's.
      set: {
        ...values,
        guestName: sql`coalesce(excluded.guest_name, ${retreatRegistrations.guestName})`,
        personId: sql`coalesce(${retreatRegistrations.personId},
          case when ${isLeftAlone} then excluded.person_id end)`,
      },
      setWhere: sql`(${whereNotOlder}) and not ${belongsToErased}`,
    });
}

const { toldAt, cancelledAt } = retreatRegistrations;
/** Of two events with the same time the later one to arrive counts, but none brings back what is cancelled. */
const whereNotOlder = sql`${toldAt} is null or ${toldAt} < excluded.told_at
  or (${toldAt} = excluded.told_at and ${cancelledAt} is null)`;

/** What the site says of somebody who was erased here is not written down again. */
const belongsToErased = sql`exists (select from ${people}
  where ${people.id} = ${retreatRegistrations.personId} and ${people.erasedAt} is not null)`;

/** No admin has said of it that it is not ours, or not whose it was taken for. */
const isLeftAlone = sql`${retreatRegistrations.dismissedAt} is null and ${retreatRegistrations.detachedAt} is null`;

/** A student before anybody else, and whoever has the email before whoever has the phone. */
async function findGuest(
  transaction: Transaction,
  { email, phone }: Pick<RetreatWebhookEvent, 'email' | 'phone'>,
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
