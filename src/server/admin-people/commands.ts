import { and, eq, isNull } from 'drizzle-orm';
import type { adminPeopleCalls } from '../../contract/admin-people.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { noSuchThing } from '../../contract/fields.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { daysDifference, isAccountReset } from '../../course/start-date.ts';
import { recordAudit } from '../audit-log.ts';
import { nextSequence, tellOfReset } from '../calendars/commands.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { consentEvents, people, registrations } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { Queue } from '../jobs/queue.ts';
import { keepRegistrantInStep } from '../meetings/commands.ts';
import { readPhone } from '../phone.ts';
import { planReminders } from '../reminders/commands.ts';
import { matchRetreatsOf, takeMatchingTurn } from '../retreat/commands.ts';
import type { Settings } from '../settings.ts';
import { sendWelcome } from '../sign-in/commands.ts';
import { explainDouble } from './refusals.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  settings: Settings;
}

interface Actor {
  id: number;
  address: string;
}

type NewPerson = BodyOf<typeof adminPeopleCalls.addPerson>;
type StudentChange = BodyOf<typeof adminPeopleCalls.editStudent>;

export async function addPerson(parts: Parts, actor: Actor, body: NewPerson) {
  const { database, clock } = parts;
  const { id: actorId, address } = actor;
  const { phoneNumber, isAdmin: _never, ...fields } = body;
  const phone = phoneOf(phoneNumber, 'phoneNumber');
  const transferStudent = body.role === 'student' && body.transferStudent;
  const addition = database.transaction(async (transaction) => {
    await takeMatchingTurn(transaction);
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
      address,
    });
    await matchRetreatsOf(parts, transaction, made, actor);
    await sendWelcome(parts, transaction, made.id);
    return made;
  });
  return addition.catch(explainDouble('phoneNumber'));
}

export async function editStudent(
  parts: Parts,
  actor: Actor,
  studentId: number,
  body: StudentChange,
) {
  const { database, clock } = parts;
  const { id: actorId, address } = actor;
  const phone = phoneOf(body.phone, 'phone');
  const { textConsent, ...rest } = body;
  const edit = database.transaction(async (transaction) => {
    await takeMatchingTurn(transaction);
    const at = clock.now();
    const before = await lockStudent(transaction, studentId);
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
      const shown = 'Changed by staff at the request of the student';
      await transaction
        .insert(consentEvents)
        .values({ personId: studentId, consent: textConsent, shown, source: 'staff', address, at });
    }
    if (accountReset) await cancelAll(parts, transaction, actorId, studentId, held);
    await recordAudit(transaction, {
      at,
      actorId,
      action: accountReset ? 'student: edited, account reset' : 'student: edited',
      subject: `person:${studentId}`,
      before: describe(before),
      after: { ...rest, phone, textConsent },
      address,
    });
    await matchRetreatsOf(parts, transaction, { id: studentId, email: body.email, phone }, actor);
    return { accountReset, daysDifference: difference };
  });
  return edit.catch(explainDouble('phone'));
}

function phoneOf(typed: string | undefined, field: string): string | null {
  if (!typed) return null;
  const phone = readPhone(typed);
  if (!phone) throw new Refusal(400, 'Please enter a valid phone number', field);
  return phone;
}

async function lockStudent(transaction: Transaction, id: number) {
  const [student] = await transaction
    .select()
    .from(people)
    .where(and(eq(people.id, id), eq(people.role, 'student')))
    .for('no key update');
  if (!student) throw new Refusal(404, noSuchThing);
  return student;
}

function heldClasses(transaction: Transaction, studentId: number) {
  return transaction
    .select({ classId: registrations.classId })
    .from(registrations)
    .where(and(eq(registrations.studentId, studentId), isNull(registrations.cancelledAt)));
}

async function cancelAll(
  { clock, queue }: Parts,
  transaction: Transaction,
  cancelledBy: number,
  studentId: number,
  held: { classId: number }[],
) {
  const now = clock.now();
  const cancelled = await transaction
    .update(registrations)
    .set({
      cancelledAt: now,
      cancelledBy,
      cancelReason: 'the start date changed',
      calendarSequence: nextSequence,
    })
    .where(and(eq(registrations.studentId, studentId), isNull(registrations.cancelledAt)))
    .returning({ id: registrations.id });
  for (const { classId } of held) {
    await keepRegistrantInStep(queue, transaction, { personId: studentId, classId });
  }
  const registrationIds = cancelled.map(({ id }) => id);
  await planReminders(transaction, registrationIds, now);
  await tellOfReset(queue, transaction, { personId: studentId, registrationIds });
}

function describe(person: typeof people.$inferSelect) {
  const { email, firstName, lastName, phone, startDate, textConsent } = person;
  return { email, firstName, lastName, phone, startDate, textConsent };
}
