import { and, eq } from 'drizzle-orm';
import { returnLink, sendWelcome } from '../../accounts/index.ts';
import { lockPeople } from '../../database/lock-order.ts';
import { type Person, people, registrations } from '../../database/schema.ts';
import { leaveMeetings } from '../../meetings/index.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deletePlannedReminders, planReminders } from '../../reminders/index.ts';
import { forgetFailedLinks } from '../retry-messages.ts';
import { clearSchedule } from './clear-schedule.ts';
import { applyReturn, changeWithReturn } from './return-classes.ts';

interface Ended {
  person: Person;
  /** Null where nothing was changed. */
  givenBack: number | null;
}

/**
 * Ends the access of a student or alumnus. A trigger ends their sessions and links with it; whoever had classes to come
 * is told that these were given back. Asked for again it changes nothing.
 */
export function deactivatePerson(services: Services, actor: Actor, id: number): Promise<Ended> {
  const { database, clock } = services;
  return database.transaction(async (transaction) => {
    await lockPeople(transaction, [id, actor.id], 'no key update');
    const [person] = await transaction.select().from(people).where(eq(people.id, id));
    const member = requireMember(person);
    if (member.deactivatedAt) return { person: member, givenBack: null };
    const at = clock.now();
    await transaction.update(people).set({ deactivatedAt: at }).where(eq(people.id, id));
    const change = { personId: id, clearedBy: actor.id, kind: 'deactivation' } as const;
    const givenBack = await clearSchedule(services, transaction, change);
    await deletePlannedReminders(transaction, id);
    await leaveMeetings(services, transaction, id);
    await forgetFailedLinks(transaction, id);
    await audit(transaction, actor, at, 'person: deactivated', {
      person: id,
      after: { deactivatedAt: at, classesReturned: givenBack },
    });
    return { person: member, givenBack };
  });
}

interface Restored {
  person: Person;
  /** Null where nothing was changed. */
  outcome: { back: number; left: number } | null;
}

/** Gives the access back, and of the classes that went with it what is still free. */
export function reactivatePerson(
  services: Services,
  actor: Actor,
  id: number,
  { sendLink }: { sendLink: boolean },
): Promise<Restored> {
  const asked = { personId: id, actorId: actor.id, kind: 'deactivation' } as const;
  return changeWithReturn(services, asked, async (transaction, locked) => {
    const { person, plan } = locked;
    requireMember(person);
    if (!person.deactivatedAt) return { person, outcome: null };
    const at = services.clock.now();
    await transaction.update(people).set({ deactivatedAt: null }).where(eq(people.id, id));
    await applyReturn(services, transaction, locked, actor.id);
    if (person.role === 'student') {
      const held = await transaction
        .select({ id: registrations.id })
        .from(registrations)
        .where(and(eq(registrations.studentId, id)));
      await planReminders(
        transaction,
        held.map((one) => one.id),
        at,
      );
    }
    const outcome = { back: plan.back.length, left: plan.left.length };
    await audit(transaction, actor, at, 'person: reactivated', {
      person: id,
      before: { deactivatedAt: person.deactivatedAt },
      after: { deactivatedAt: null, classesBack: outcome.back, classesNotBack: outcome.left },
    });
    if (sendLink) await sendWelcome(services, transaction, id, { message: returnLink });
    return { person, outcome };
  });
}

/** The access of staff has commands of its own, which keep an admin. */
function requireMember(person: Person | undefined): Person {
  if (!person || person.erasedAt) throw new DomainError('not-found');
  if (person.role !== 'student' && person.role !== 'alumni') throw new DomainError('not-a-member');
  return person;
}
