import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { peopleCalls } from '../../contract/people.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { daysDifference, isAccountReset } from '../../course/start-date.ts';
import { enqueueResetMail, nextSequence } from '../calendar/index.ts';
import type { Transaction } from '../database/connect.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { consentEvents, people, registrations } from '../database/schema.ts';
import { enqueueRegistrantSync } from '../meetings/index.ts';
import { type Actor, recordAudit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { readPhone } from '../platform/phone.ts';
import type { Services } from '../platform/services.ts';
import { planReminders } from '../reminders/index.ts';
import { lockRetreatMatching, matchRetreatsOf } from '../retreats/index.ts';
import { renewAccess, sendWelcome } from '../sign-in/index.ts';
import { confirmOptIn, refuseConsentByStaff } from '../text-consent/index.ts';
import { ownedConflictError } from './contact-owner.ts';
import { forgetFailedLinks } from './retry-messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

type NewPerson = BodyOf<typeof peopleCalls.addPerson>;
type StudentChange = BodyOf<typeof peopleCalls.editStudent>;

export async function addPerson(services: Deps, actor: Actor, body: NewPerson) {
  const { database, clock } = services;
  const { id: actorId, ip } = actor;
  const { phoneNumber, isAdmin: _never, ...fields } = body;
  const phone = phoneOf(phoneNumber, 'phoneNumber');
  const transferStudent = body.role === 'student' && body.transferStudent;
  const addition = database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const at = clock.now();
    const [made] = await transaction
      .insert(people)
      .values({ ...fields, phone, transferStudent, createdAt: at })
      .returning();
    if (!made) throw new Error('the new person was not returned');
    const subject = `person:${made.id}`;
    const after = { ...fields, phone, transferStudent };
    await recordAudit(transaction, {
      at,
      actorId,
      action: 'person: added',
      subject,
      after,
      ip,
    });
    await matchRetreatsOf(services, transaction, made, actor);
    await sendWelcome(services, transaction, made.id);
    return made;
  });
  return addition.catch(ownedConflictError(database, { ...body, phone }, 'phoneNumber'));
}

export async function editStudent(
  services: Deps,
  actor: Actor,
  { id: studentId, version }: { id: number; version: number | undefined },
  body: StudentChange,
) {
  const { database, clock } = services;
  const { id: actorId, ip } = actor;
  const phone = phoneOf(body.phone, 'phone');
  const { textConsent, ...rest } = body;
  const edit = database.transaction(async (transaction) => {
    await lockRetreatMatching(transaction);
    const at = clock.now();
    const before = await lockStudent(transaction, studentId);
    const isAsked = isDeepStrictEqual(describe(before), { ...rest, phone, textConsent });
    if (!isAsked) refuseOtherVersion(before, version);
    const difference = daysDifference(before.startDate ?? EARLIEST_START_DATE, body.startDate);
    const held = await heldClasses(transaction, studentId);
    const accountReset = isAccountReset(
      before.startDate ?? EARLIEST_START_DATE,
      body.startDate,
      held.length,
    );
    await transaction
      .update(people)
      .set({ ...rest, phone })
      .where(eq(people.id, studentId));
    if (textConsent !== before.textConsent) {
      if (textConsent) await refuseConsentByStaff(transaction, { id: studentId, phone });
      const shown = 'Changed by staff at the request of the student';
      const [event] = await transaction
        .insert(consentEvents)
        .values({ personId: studentId, consent: textConsent, shown, source: 'staff', ip, at })
        .returning();
      if (event) await confirmOptIn(services.queue, transaction, event);
    }
    const isReachedElsewhere =
      before.email.toLowerCase() !== body.email.toLowerCase() || before.phone !== phone;
    if (isReachedElsewhere) {
      await renewAccess(services, transaction, studentId);
      await forgetFailedLinks(transaction, studentId);
    }
    if (accountReset) await cancelAll(services, transaction, actorId, studentId, held);
    await recordAudit(transaction, {
      at,
      actorId,
      action: accountReset ? 'student: edited, account reset' : 'student: edited',
      subject: `person:${studentId}`,
      before: describe(before),
      after: { ...rest, phone, textConsent },
      ip,
    });
    await matchRetreatsOf(
      services,
      transaction,
      { id: studentId, email: body.email, phone },
      actor,
    );
    return { accountReset, daysDifference: difference };
  });
  return edit.catch(ownedConflictError(database, { ...body, phone }, 'phone'));
}

export function phoneOf(typed: string | undefined, field: string): string | null {
  if (!typed) return null;
  const phone = readPhone(typed);
  if (!phone) throw new DomainError('phone-invalid', { field });
  return phone;
}

export async function lockStudent(transaction: Transaction, id: number) {
  const [student] = await transaction
    .select()
    .from(people)
    .where(and(eq(people.id, id), eq(people.role, 'student'), isNull(people.deactivatedAt)))
    .for('no key update');
  if (!student) throw new DomainError('not-found');
  return student;
}

/** Called with the student locked, so that they stay what is compared here. */
export function refuseOtherVersion(student: typeof people.$inferSelect, seen: number | undefined) {
  const { version } = student;
  if (seen === undefined || seen === version) return;
  const current = { ...describe(student), version };
  throw new DomainError('version-conflict', { what: 'student', attempt: 'save again', current });
}

function heldClasses(transaction: Transaction, studentId: number) {
  return transaction
    .select({ classId: registrations.classId })
    .from(registrations)
    .where(and(eq(registrations.studentId, studentId), isNull(registrations.cancelledAt)));
}

async function cancelAll(
  { clock, queue }: Deps,
  transaction: Transaction,
  cancelledBy: number,
  studentId: number,
  held: { classId: number }[],
) {
  const now = clock.now();
  const whereTheirs = and(
    eq(registrations.studentId, studentId),
    isNull(registrations.cancelledAt),
  );
  const registrationIds = await lockRegistrations(transaction, whereTheirs);
  await transaction
    .update(registrations)
    .set({
      cancelledAt: now,
      cancelledBy,
      cancelReason: 'the start date changed',
      calendarSequence: nextSequence,
    })
    .where(whereTheirs);
  const seats = held.map(({ classId }) => ({ personId: studentId, classId }));
  await enqueueRegistrantSync(queue, transaction, ...seats);
  await planReminders(transaction, registrationIds, now);
  await enqueueResetMail(queue, transaction, { personId: studentId, registrationIds });
}

function describe(person: typeof people.$inferSelect) {
  const { email, firstName, lastName, phone, startDate, textConsent } = person;
  return { email, firstName, lastName, phone, startDate, textConsent };
}
