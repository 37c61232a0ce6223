import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { noSuchThing } from '../../contract/fields.ts';
import { recordAudit } from '../audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import { retreatFields } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
}

interface Actor {
  id: number;
  address: string;
}

export async function markRetreatSeen({ database }: Parts, personId: number): Promise<void> {
  await database
    .update(people)
    .set({ retreatContinueClicked: true })
    .where(eq(people.id, personId));
}

interface Edit {
  id: number;
  retreatTitle: string;
  retreatDescription: string;
}

export async function editRetreat(
  { database, clock }: Parts,
  { id, retreatTitle, retreatDescription }: Edit,
  actor: Actor,
) {
  return database.transaction(async (transaction) => {
    const [before] = await transaction
      .select(retreatFields)
      .from(retreatRegistrations)
      .where(and(eq(retreatRegistrations.id, id), isNull(retreatRegistrations.cancelledAt)))
      .for('update');
    if (!before) throw new Refusal(404, noSuchThing);
    const after = { id, retreatTitle, retreatDescription };
    await transaction
      .update(retreatRegistrations)
      .set({ title: retreatTitle, description: retreatDescription })
      .where(eq(retreatRegistrations.id, id));
    await recordAudit(transaction, {
      at: clock.now(),
      actorId: actor.id,
      action: 'retreat: edited',
      subject: `retreat-registration:${id}`,
      before,
      after,
      address: actor.address,
    });
    return after;
  });
}

/**
 * Whoever brings a registration and a person together does so alone, and asks for the turn before anything
 * else: a registration and an account that come at the same moment would not see each other otherwise.
 */
export async function takeMatchingTurn(transaction: Transaction): Promise<void> {
  await transaction.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('retreat matching', 0))`,
  );
}

export async function matchRetreat(
  { database, clock }: Parts,
  { id, personId }: { id: number; personId: number },
  actor: Actor,
) {
  return database.transaction(async (transaction) => {
    await takeMatchingTurn(transaction);
    const [registration] = await transaction
      .select()
      .from(retreatRegistrations)
      .where(eq(retreatRegistrations.id, id))
      .for('update');
    const person = await findPerson(transaction, personId);
    if (!registration || !person) throw new Refusal(404, noSuchThing);
    if (registration.cancelledAt) {
      throw new Refusal(409, 'This registration has been cancelled on the retreat site.');
    }
    if (registration.personId) {
      const owner = await findPerson(transaction, registration.personId);
      throw new Refusal(409, `This registration belongs to ${owner?.name} already.`);
    }
    await transaction
      .update(retreatRegistrations)
      .set({ personId })
      .where(eq(retreatRegistrations.id, id));
    await recordMatch(transaction, { id, personId, at: clock.now(), actor });
    const { title, description } = registration;
    return { id, retreatTitle: title, retreatDescription: description };
  });
}

interface Reachable {
  id: number;
  email: string;
  phone: string | null;
}

/** For an account that is new or has a new address. The caller has taken the matching turn. */
export async function matchRetreatsOf(
  { clock }: Pick<Parts, 'clock'>,
  transaction: Transaction,
  { id: personId, email, phone }: Reachable,
  actor: Actor,
): Promise<void> {
  const { email: itsEmail, phone: itsPhone, personId: itsPerson } = retreatRegistrations;
  const isTheirs = or(
    sql`lower(${itsEmail}) = lower(${email})`,
    phone ? eq(itsPhone, phone) : undefined,
  );
  const matched = await transaction
    .update(retreatRegistrations)
    .set({ personId })
    .where(and(isNull(itsPerson), isNull(retreatRegistrations.cancelledAt), isTheirs))
    .returning({ id: retreatRegistrations.id });
  for (const { id } of matched) {
    await recordMatch(transaction, { id, personId, at: clock.now(), actor });
  }
}

interface Match {
  id: number;
  personId: number;
  at: Date;
  actor: Actor;
}

async function recordMatch(transaction: Transaction, { id, personId, at, actor }: Match) {
  await recordAudit(transaction, {
    at,
    actorId: actor.id,
    action: 'retreat: matched',
    subject: `retreat-registration:${id}`,
    before: { personId: null },
    after: { personId },
    address: actor.address,
  });
}

async function findPerson(transaction: Transaction, id: number) {
  const [person] = await transaction
    .select({ name: sql<string>`${people.firstName} || ' ' || ${people.lastName}` })
    .from(people)
    .where(eq(people.id, id));
  return person;
}
