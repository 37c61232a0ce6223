import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { lockRow, match, updateRows } from '../database/rows.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import { type Actor, type AuditedActor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { retreatFields } from './queries.ts';

export async function markRetreatSeen({ database }: Services, personId: number): Promise<void> {
  await updateRows(database, people, { id: personId }, { retreatContinueClicked: true });
}

interface Edit {
  id: number;
  retreatTitle: string;
  retreatDescription: string;
}

export async function editRetreat(
  { database, clock }: Services,
  { id, retreatTitle, retreatDescription }: Edit,
  actor: Actor,
) {
  return database.transaction(async (transaction) => {
    const [found] = await transaction
      .select({ ...retreatFields, personId: retreatRegistrations.personId })
      .from(retreatRegistrations)
      .where(and(eq(retreatRegistrations.id, id), isNull(retreatRegistrations.canceledAt)))
      .for('update');
    if (!found) throw new DomainError('not-found');
    const { personId, ...before } = found;
    const after = { id, retreatTitle, retreatDescription };
    await transaction
      .update(retreatRegistrations)
      .set({ title: retreatTitle, description: retreatDescription })
      .where(eq(retreatRegistrations.id, id));
    await audit(transaction, actor, clock.now(), 'retreat: edited', {
      'retreat-registration': id,
      person: personId,
      before,
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
    const person = await findPerson(transaction, personId);
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

interface Reachable {
  id: number;
  email: string;
  phone: string | null;
}

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
  const matched = await transaction
    .update(retreatRegistrations)
    .set({ personId })
    .where(and(isNull(itsPerson), canMatchAutomatically, whereTheirs))
    .returning({ id: retreatRegistrations.id });
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
  const owner = await findPerson(transaction, personId);
  throw new DomainError('retreat-already-matched', { owner: String(owner?.name) });
}

async function findPerson(transaction: Transaction, id: number) {
  const [person] = await transaction
    .select({
      name: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
      erasedAt: people.erasedAt,
    })
    .from(people)
    .where(eq(people.id, id));
  return person;
}
