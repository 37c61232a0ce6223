import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { retreatCalls } from '../../contract/retreats.ts';
import { readRetreatTimes } from '../../course/retreat.ts';
import type { Transaction } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import { lockPeople } from '../database/lock-order.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { reopenRetreatReminder } from '../reminders/index.ts';
import { lockRetreatMatching, refuseMatched } from './commands.ts';
import { retreatFields } from './queries.ts';

type Entered = BodyOf<typeof retreatCalls.enterRetreat>;

/** For a student who booked by phone. The same sent twice within a minute is one. */
export async function enterRetreat(
  { database, clock }: Services,
  personId: number,
  body: Entered,
  actor: Actor,
) {
  const { retreatTitle: title, retreatDescription: description } = body;
  const now = clock.now();
  return database.transaction(async (transaction) => {
    // The new row points at both.
    await lockPeople(transaction, [personId, actor.id], 'no key update');
    const whereStudent = and(
      eq(people.id, personId),
      eq(people.role, 'student'),
      isNull(people.deactivatedAt),
    );
    if ((await transaction.$count(people, whereStudent)) === 0) throw new DomainError('not-found');
    const known = await findJustEntered(transaction, { personId, title, description, now });
    if (known) return known;
    const times = readRetreatTimes(body);
    const entered = { personId, title, description, ...times, enteredBy: actor.id };
    const { id } = await insertOne(transaction, retreatRegistrations, {
      ...entered,
      registeredAt: now,
    });
    await audit(transaction, actor, now, 'retreat: entered', {
      person: personId,
      after: { title, description, ...times },
    });
    return { id, retreatTitle: title, retreatDescription: description };
  });
}

async function findJustEntered(
  transaction: Transaction,
  entered: { personId: number; title: string; description: string; now: Date },
) {
  const t = retreatRegistrations;
  const [known] = await transaction
    .select(retreatFields)
    .from(t)
    .where(
      and(
        eq(t.personId, entered.personId),
        eq(t.title, entered.title),
        eq(t.description, entered.description),
        isNotNull(t.enteredBy),
        isNull(t.cancelledAt),
        gt(t.registeredAt, new Date(entered.now.getTime() - MINUTE_MS)),
      ),
    );
  return known;
}

interface Detachment {
  id: number;
  /** Whose it is, as the admin saw it. */
  personId: number;
  /** Not to be matched to anybody else either. */
  isNotOurs: boolean;
}

/**
 * Undoes a match: the registration is nobody's again, and from then on matched by admins only. One that an admin has
 * entered is cancelled. Again is harmless; one that belongs to somebody else by now stays.
 */
export async function detachRetreat(
  { database, clock }: Services,
  { id, personId, isNotOurs }: Detachment,
  actor: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    await lockPeople(transaction, [personId], 'no key update');
    const whereGiven = eq(retreatRegistrations.id, id);
    const [registration] = await transaction
      .select()
      .from(retreatRegistrations)
      .where(whereGiven)
      .for('update');
    if (!registration) throw new DomainError('not-found');
    const { enteredBy, cancelledAt, title, detachedAt } = registration;
    if (registration.personId !== personId) {
      await refuseMatched(transaction, registration.personId);
      if (detachedAt) return;
      throw new DomainError('not-found');
    }
    if (enteredBy && cancelledAt) return;
    await transaction
      .update(retreatRegistrations)
      .set(
        enteredBy
          ? { cancelledAt: now }
          : { personId: null, detachedAt: now, dismissedAt: isNotOurs ? now : null },
      )
      .where(whereGiven);
    await reopenRetreatReminder(transaction, personId, now);
    await audit(transaction, actor, now, 'retreat: detached', {
      person: personId,
      before: { retreatRegistration: id, title },
      after: { isNotOurs },
    });
  });
}
