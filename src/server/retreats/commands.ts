import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { retreatCalls } from '../../contract/retreats.ts';
import { fullName } from '../../course/full-name.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow, lockRow, match, updateRows } from '../database/rows.ts';
import { type Person, people, retreatRegistrations } from '../database/schema.ts';
import { type Actor, type AuditedActor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';

export async function markRetreatSeen({ database }: Services, personId: number): Promise<void> {
  await updateRows(database, people, { id: personId }, { retreatContinueClicked: true });
}

type Edit = BodyOf<typeof retreatCalls.editRetreatRegistration> & { id: number };

export async function editRetreat(
  { database, clock }: Services,
  { id, retreatTitle, retreatDescription }: Edit,
  actor: Actor,
) {
  return database.transaction(async (transaction) => {
    const isMeant = { id, canceledAt: null };
    const found = await lockRow(transaction, retreatRegistrations, isMeant, 'update');
    if (!found) throw new DomainError('not-found');
    const { personId, title, description } = found;
    const values = { title: retreatTitle, description: retreatDescription };
    await updateRows(transaction, retreatRegistrations, { id }, values);
    const after = { id, retreatTitle, retreatDescription };
    await audit(transaction, actor, clock.now(), 'retreat: edited', {
      'retreat-registration': id,
      person: personId,
      before: { id, retreatTitle: title, retreatDescription: description },
      after,
    });
    return after;
  });
}

/**
 * Everything that matches registrations to people must take this lock first. Otherwise, a registration and an account
 * that are created at the same moment might not be matched.
 */
export async function lockRetreatMatching(transaction: Transaction): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('retreat matching', 0))`,
  );
}

export async function lockRetreat(transaction: Transaction, id: number, personIds: number[] = []) {
  await lockRetreatMatching(transaction);
  await lockPeople(transaction, personIds, 'no key update');
  const registration = await lockRow(transaction, retreatRegistrations, { id }, 'update');
  if (!registration) throw new DomainError('not-found');
  return registration;
}

export async function matchRetreat(
  services: Services,
  { id, personId }: { id: number; personId: number },
  actor: Actor,
) {
  return services.database.transaction(async (transaction) => {
    const registration = await lockRetreat(transaction, id);
    const person = await findRow(transaction, people, { id: personId });
    if (!person || person.erasedAt) throw new DomainError('not-found');
    if (registration.canceledAt) throw new DomainError('retreat-canceled');
    await refuseMatched(transaction, registration.personId);
    await updateRows(transaction, retreatRegistrations, { id }, { personId, dismissedAt: null });
    await recordMatch(services, transaction, actor, { id, personId });
    const { title, description } = registration;
    return { id, retreatTitle: title, retreatDescription: description };
  });
}

/** If an admin dismissed or detached a registration, only an admin can match it. */
const canMatchAutomatically = match(retreatRegistrations, {
  canceledAt: null,
  dismissedAt: null,
  detachedAt: null,
});

type Reachable = Pick<Person, 'id' | 'email' | 'phone'>;

/** Call this when an account gets a new email or phone number. The caller must hold the retreat matching lock. */
export async function matchRetreatsOf(
  services: Services,
  transaction: Transaction,
  { id: personId, email, phone }: Reachable,
  actor: AuditedActor,
): Promise<void> {
  const { email: itsEmail, phone: itsPhone, personId: itsPerson } = retreatRegistrations;
  const whereTheirs = or(
    sql`lower(${itsEmail}) = lower(${email})`,
    phone ? eq(itsPhone, phone) : undefined,
  );
  const isNew = and(isNull(itsPerson), canMatchAutomatically, whereTheirs);
  const changed = updateRows(transaction, retreatRegistrations, isNew, { personId });
  const matched = await changed.returning({ id: retreatRegistrations.id });
  for (const { id } of matched) {
    await recordMatch(services, transaction, actor, { id, personId });
  }
}

export async function matchRetreatsOfAll(
  services: Services,
  transaction: Transaction,
  added: Reachable[],
  actor: AuditedActor,
): Promise<void> {
  const { email, phone, personId } = retreatRegistrations;
  const unmatched = await transaction
    .select({ email: sql<string | null>`lower(${email})`, phone })
    .from(retreatRegistrations)
    .where(and(isNull(personId), canMatchAutomatically));
  const known = new Set(unmatched.flatMap((one) => [one.email, one.phone]));
  for (const person of added) {
    if (known.has(person.email.toLowerCase()) || (person.phone && known.has(person.phone))) {
      await matchRetreatsOf(services, transaction, person, actor);
    }
  }
}

async function recordMatch(
  { clock }: Services,
  transaction: Transaction,
  actor: AuditedActor,
  { id, personId }: { id: number; personId: number },
) {
  await audit(transaction, actor, clock.now(), 'retreat: matched', {
    'retreat-registration': id,
    person: personId,
    before: { personId: null },
    after: { personId },
  });
}

export async function refuseMatched(transaction: Transaction, personId: number | null) {
  if (personId === null) return;
  const owner = await findRow(transaction, people, { id: personId });
  throw new DomainError('retreat-already-matched', { owner: owner ? fullName(owner) : '' });
}
