import { and, eq, isNull } from 'drizzle-orm';
import { WELCOME_MAILS_PER_MINUTE } from '../../../contract/words.ts';
import { LAST_CLASS_NUMBER } from '../../../course/course.ts';
import { alumniWelcome, sendWelcome } from '../../accounts/index.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockPeople } from '../../database/lock-order.ts';
import { attendance, type Person, people, registrations } from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import { endStudentConsent } from '../../messages/index.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deletePlannedReminders } from '../../reminders/index.ts';
import { clearSchedule } from './clear-schedule.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** Who had class 10 and was there. */
export const whereFinished = and(
  eq(registrations.classNumber, LAST_CLASS_NUMBER),
  hasPlace,
  eq(attendance.status, 'Present'),
);

interface Made {
  person: Person;
  /** Null where nothing was changed, because they are one of the alumni already. */
  givenBack: number | null;
}

/** One student, whether or not they have finished. Asked for again it changes nothing. */
export function makeAlumnus(services: Deps, actor: Actor, id: number): Promise<Made> {
  return services.database.transaction(async (transaction) => {
    const person = await lockMember(transaction, id, actor.id);
    if (person.role === 'alumni') return { person, givenBack: null };
    return { person, givenBack: await change(services, transaction, actor, person, 0) };
  });
}

interface Skipped {
  id: number;
  name: string;
  reason: string;
}

/**
 * Each of them in a transaction of their own: whoever has changed since the list was read is left out and named, and of
 * two admins at once only the first makes somebody an alumnus.
 */
export async function makeAlumni(services: Deps, actor: Actor, ids: number[]) {
  const skipped: Skipped[] = [];
  let made = 0;
  for (const id of new Set(ids)) {
    const afterSeconds = Math.floor((made * 60) / WELCOME_MAILS_PER_MINUTE);
    const outcome = await services.database.transaction(async (transaction) => {
      await lockPeople(transaction, [id, actor.id], 'no key update');
      const [person] = await transaction.select().from(people).where(eq(people.id, id));
      const problem = await findProblem(transaction, person);
      if (problem || !person) return { person, problem };
      await change(services, transaction, actor, person, afterSeconds);
      return null;
    });
    if (outcome === null) made += 1;
    else {
      const { person, problem } = outcome;
      const name = person ? `${person.firstName} ${person.lastName}` : `Person ${id}`;
      skipped.push({ id, name, reason: problem ?? 'they are gone' });
    }
  }
  return { made, skipped };
}

/** Null, or why somebody of the list is left as they are, as the end of a sentence. */
async function findProblem(transaction: Transaction, person: Person | undefined) {
  if (!person || person.erasedAt) return 'they are gone';
  if (person.deactivatedAt) return 'they were deactivated';
  if (person.role === 'alumni') return 'they are one of the alumni already';
  if (person.role !== 'student') return 'they are staff now';
  const [finished] = await transaction
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(
      attendance,
      and(
        eq(attendance.personId, registrations.studentId),
        eq(attendance.classId, registrations.classId),
      ),
    )
    .where(and(eq(registrations.studentId, person.id), whereFinished))
    .limit(1);
  return finished ? null : 'they have not attended class 10';
}

/** A student or alumnus who has access, locked together with whoever changes them. */
async function lockMember(transaction: Transaction, id: number, actorId: number): Promise<Person> {
  await lockPeople(transaction, [id, actorId], 'no key update');
  const [person] = await transaction
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.deactivatedAt)));
  if (!person) throw new DomainError('not-found');
  if (person.role !== 'student' && person.role !== 'alumni') throw new DomainError('not-a-member');
  return person;
}

/**
 * What has been stays theirs: registrations, attendance, retreat. Their sessions go on, since the role is read with every
 * request. Answers how many classes to come were given back.
 */
async function change(
  services: Deps,
  transaction: Transaction,
  actor: Actor,
  { id, textConsent }: Person,
  afterSeconds: number,
): Promise<number> {
  const at = services.clock.now();
  await transaction
    .update(people)
    .set({ role: 'alumni', textContinueClicked: false })
    .where(eq(people.id, id));
  if (textConsent) await endStudentConsent(transaction, { personId: id, ip: actor.ip, at });
  const cleared = { personId: id, clearedBy: actor.id, kind: 'alumni' } as const;
  const givenBack = await clearSchedule(services, transaction, cleared);
  await deletePlannedReminders(transaction, id);
  await audit(transaction, actor, at, 'person: made alumni', {
    person: id,
    before: { role: 'student', textConsent },
    after: { role: 'alumni', textConsent: false, classesReturned: givenBack },
  });
  await sendWelcome(services, transaction, id, { message: alumniWelcome, afterSeconds });
  return givenBack;
}
