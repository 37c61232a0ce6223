import { and, gt, isNotNull } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { retreatCalls } from '../../contract/retreats.ts';
import { readRetreatTimes } from '../../course/retreat.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { insertOne, match, updateRows } from '../database/rows.ts';
import { people, retreatRegistrations } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { reopenRetreatReminder } from '../reminders/index.ts';
import { lockRetreat, refuseMatched } from './commands.ts';
import { retreatFields } from './queries.ts';

/**
 * Enters a retreat for a student who booked by phone. A repeated request within a minute returns the first
 * registration.
 */
export async function enterRetreat(
  { database, clock }: Services,
  personId: number,
  body: BodyOf<typeof retreatCalls.enterRetreat>,
  actor: Actor,
) {
  const { retreatTitle: title, retreatDescription: description } = body;
  const now = clock.now();
  return database.transaction(async (transaction) => {
    await lockPeople(transaction, [personId, actor.id], 'no key update');
    const isStudent = match(people, { id: personId, role: 'student', deactivatedAt: null });
    if ((await transaction.$count(people, isStudent)) === 0) throw new DomainError('not-found');
    const known = await findJustEntered(transaction, { personId, title, description, now });
    if (known) return known;
    const after = { title, description, ...readRetreatTimes(body) };
    const { id } = await insertOne(transaction, retreatRegistrations, {
      ...after,
      personId,
      enteredBy: actor.id,
      registeredAt: now,
    });
    await audit(transaction, actor, now, 'retreat: entered', { person: personId, after });
    return { id, retreatTitle: title, retreatDescription: description };
  });
}

async function findJustEntered(
  transaction: Transaction,
  { now, ...entered }: { personId: number; title: string; description: string; now: Date },
) {
  const { enteredBy, registeredAt } = retreatRegistrations;
  const [known] = await transaction
    .select(retreatFields)
    .from(retreatRegistrations)
    .where(
      and(
        match(retreatRegistrations, { ...entered, canceledAt: null }),
        isNotNull(enteredBy),
        gt(registeredAt, new Date(now.getTime() - MINUTE_MS)),
      ),
    );
  return known;
}

/**
 * Undoes a match, after which only an admin can match the registration again. If an admin entered the registration,
 * cancels it instead. Idempotent. Throws if the registration now belongs to someone else.
 */
export async function detachRetreat(
  { database, clock }: Services,
  { id, personId, isNotOurs }: BodyOf<typeof retreatCalls.detachRetreat> & { id: number },
  actor: Actor,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const registration = await lockRetreat(transaction, id, [personId]);
    const { enteredBy, canceledAt, title, detachedAt } = registration;
    if (registration.personId !== personId) {
      await refuseMatched(transaction, registration.personId);
      if (detachedAt) return;
      throw new DomainError('not-found');
    }
    if (enteredBy && canceledAt) return;
    const detached = { personId: null, detachedAt: now, dismissedAt: isNotOurs ? now : null };
    const values = enteredBy ? { canceledAt: now } : detached;
    await updateRows(transaction, retreatRegistrations, { id }, values);
    await reopenRetreatReminder(transaction, personId, now);
    await audit(transaction, actor, now, 'retreat: detached', {
      person: personId,
      before: { retreatRegistration: id, title },
      after: { isNotOurs },
    });
  });
}

/** Dismisses a registration as "Not ours", so that it isn't listed as unmatched, or undoes that. Idempotent. */
export async function setRetreatDismissed(
  { database, clock }: Services,
  id: number,
  actor: Actor,
  isDismissed: boolean,
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const { personId, dismissedAt } = await lockRetreat(transaction, id);
    await refuseMatched(transaction, personId);
    if ((dismissedAt !== null) === isDismissed) return;
    const values = { dismissedAt: isDismissed ? now : null };
    await updateRows(transaction, retreatRegistrations, { id }, values);
    const action = isDismissed ? 'retreat: dismissed' : 'retreat: brought back';
    await audit(transaction, actor, now, action, { 'retreat-registration': id });
  });
}
