import { eq } from 'drizzle-orm';
import { returnLink, sendWelcome } from '../../accounts/index.ts';
import { type Person, people, registrations } from '../../database/schema.ts';
import { leaveMeetings } from '../../meetings/index.ts';
import { restoreStudentConsent } from '../../messages/index.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deletePlannedReminders, planReminders } from '../../reminders/index.ts';
import { applyReturn, changeWithReturn } from './return-classes.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

interface MadeStudent {
  person: Person;
  /** Null where nothing was changed, because they are a student already. */
  outcome: { back: number; left: number; getsTexts: boolean } | null;
}

/**
 * An alumnus is a student again, with the classes they had. What was given back when they became one of the alumni comes
 * back as far as it is still free. Asked for again it changes nothing.
 */
export function makeStudent(
  services: Deps,
  actor: Actor,
  id: number,
  { sendLink }: { sendLink: boolean },
): Promise<MadeStudent> {
  const { clock } = services;
  const asked = { personId: id, actorId: actor.id, kind: 'alumni' } as const;
  return changeWithReturn(services, asked, async (transaction, locked) => {
    const { person, plan } = locked;
    if (person.role === 'student') return { person, outcome: null };
    if (person.role !== 'alumni') throw new DomainError('not-a-member');
    if (person.deactivatedAt) throw new DomainError('person-deactivated');
    if (!person.startDate) throw new DomainError('start-date-missing');
    const at = clock.now();
    const consent = { personId: id, ip: actor.ip, at };
    const getsTexts = await restoreStudentConsent(transaction, consent, person);
    await transaction
      .update(people)
      .set({ role: 'student', textContinueClicked: getsTexts })
      .where(eq(people.id, id));
    await deletePlannedReminders(transaction, id);
    await applyReturn(services, transaction, locked, actor.id);
    const held = await transaction
      .select({ id: registrations.id })
      .from(registrations)
      .where(eq(registrations.studentId, id));
    await planReminders(
      transaction,
      held.map((one) => one.id),
      at,
    );
    await leaveMeetings(services, transaction, id);
    const outcome = { back: plan.back.length, left: plan.left.length, getsTexts };
    await audit(transaction, actor, at, 'person: made student again', {
      person: id,
      before: { role: 'alumni', textConsent: person.textConsent },
      after: {
        role: 'student',
        textConsent: getsTexts,
        classesBack: outcome.back,
        classesNotBack: outcome.left,
      },
    });
    if (sendLink) await sendWelcome(services, transaction, id, { message: returnLink });
    return { person, outcome };
  });
}
