import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { webhooks } from '../../contract/webhooks.ts';
import type { Transaction } from '../database/connect.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import { mountWebhook } from '../http/webhook.ts';
import type { RetreatWebhookEvent } from '../integrations/retreats/port.ts';
import { readPhone } from '../platform/phone.ts';
import type { VendorServices } from '../platform/services.ts';
import { isNewEvent } from '../platform/webhooks.ts';
import { lockRetreatMatching } from './commands.ts';

export function mountRetreatWebhook(app: FastifyInstance, services: VendorServices): void {
  const { database, retreats } = services;
  mountWebhook(app, services, {
    ...webhooks.receiveRetreatEvent,
    parse: retreats.parseWebhook,
    async handle(event, { receivedAt }) {
      await database.transaction(async (transaction) => {
        await lockRetreatMatching(transaction);
        const received = { source: 'retreats' as const, key: event.key, receivedAt };
        if (await isNewEvent(transaction, received)) await applyRetreatEvent(transaction, event);
      });
      return { message: 'Noted.' };
    },
  });
}

const { reportedAt, canceledAt, personId, dismissedAt, detachedAt } = retreatRegistrations;

/**
 * Events can arrive out of order, so we ignore older ones. If two events have the same time, the one that arrives later
 * wins, unless the earlier one was a cancellation.
 */
const isNotOlder = sql`${reportedAt} is null or ${reportedAt} < excluded.reported_at
  or (${reportedAt} = excluded.reported_at and ${canceledAt} is null)`;

const belongsToErased = sql`exists (select from ${people}
  where ${people.id} = ${personId} and ${people.erasedAt} is not null)`;

/** Webhooks must not match a registration again after an admin dismissed it or undid its match. */
const isUndecided = sql`${dismissedAt} is null and ${detachedAt} is null`;

async function applyRetreatEvent(transaction: Transaction, event: RetreatWebhookEvent) {
  const { kind, at, reference, times, page: sitePage, name: guestName } = event;
  const { title, description, email } = event;
  // If we can't parse a phone number, we store it as is, because an admin may recognize it.
  const phone = event.phone && (readPhone(event.phone) ?? event.phone);
  const { startsAt, endsAt } = times ?? { startsAt: null, endsAt: null };
  const dates = {
    startsAt,
    endsAt,
    canceledAt: kind === 'registration.canceled' ? at : null,
    reportedAt: at,
  };
  const values = { title, description, sitePage, email, phone, guestName, ...dates };
  const guestId = await findGuest(transaction, { email, phone });
  await transaction
    .insert(retreatRegistrations)
    .values({ ...values, siteReference: reference, personId: guestId, registeredAt: at })
    .onConflictDoUpdate({
      target: retreatRegistrations.siteReference,
      set: {
        ...values,
        guestName: sql`coalesce(excluded.guest_name, ${retreatRegistrations.guestName})`,
        personId: sql`coalesce(${personId}, case when ${isUndecided} then excluded.person_id end)`,
      },
      setWhere: sql`(${isNotOlder}) and not ${belongsToErased}`,
    });
}

/** Prefers students to other people, and a match by email to a match by phone. */
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
