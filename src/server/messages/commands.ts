import { eq } from 'drizzle-orm';
import { nameMessage } from '../../contract/message-kinds.ts';
import { afterQuietHours } from '../../course/reminders.ts';
import { calendarResenders } from '../calendar/index.ts';
import { cancellationResenders } from '../cancellations/index.ts';
import { classMessageResenders } from '../class-messages/index.ts';
import { classResenders } from '../classes/index.ts';
import type { Transaction } from '../database/connect.ts';
import { type Person, people, sentMessages } from '../database/schema.ts';
import { journeyBoardResenders } from '../journey-board/index.ts';
import { makeupResenders } from '../makeups/index.ts';
import { meetingResenders } from '../meetings/index.ts';
import type { MessageAbouts } from '../messaging/message-note.ts';
import type { Resend, Resenders } from '../messaging/resend.ts';
import { operationsResenders } from '../operations/index.ts';
import { phoneNumberResenders } from '../phone-numbers/index.ts';
import { type Actor, recordAudit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { reminderResenders } from '../reminders/index.ts';
import { signInResenders } from '../sign-in/index.ts';
import { textConsentResenders } from '../text-consent/index.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

type Message = typeof sentMessages.$inferSelect;

/** Whoever presses twice, or after a colleague, sends one message. */
const onceEveryMs = MINUTE_MS;

/**
 * Sends a message of the same kind to the same person, as things are now: to the address and number that they have now,
 * and not at all where it would no longer be true. Whoever gets no texts is sent none.
 */
export async function sendMessageAgain(services: Deps, actor: Actor, messageId: number) {
  const { database, clock } = services;
  const now = clock.now();
  return database.transaction(async (transaction) => {
    const { person, message } = await lockMessage(transaction, messageId);
    const { channel, kind } = message;
    const outcome = {
      to: recipientOf(person, message),
      waitsForMorning: waitsForMorning(message, now),
    };
    if (message.resentAt && now.getTime() - message.resentAt.getTime() < onceEveryMs) {
      return outcome;
    }
    await limitPerson(transaction, now, 'messages sent again', actor.id);
    await limitPerson(transaction, now, 'messages to one person', person.id);
    await queueAgain(services, transaction, person, message, now);
    await transaction
      .update(sentMessages)
      .set({ resentAt: now })
      .where(eq(sentMessages.id, messageId));
    await recordAudit(transaction, {
      at: now,
      actorId: actor.id,
      action: 'message: sent again',
      subject: `person:${person.id}`,
      after: { message: nameMessage(kind), channel },
      ip: actor.ip,
    });
    return outcome;
  });
}

/** The person first: see docs/decisions/018-lock-order.md. */
async function lockMessage(transaction: Transaction, id: number) {
  const whereGiven = eq(sentMessages.id, id);
  const [known] = await transaction
    .select({ personId: sentMessages.personId })
    .from(sentMessages)
    .where(whereGiven);
  if (!known?.personId) throw new DomainError('not-found');
  const [person] = await transaction
    .select()
    .from(people)
    .where(eq(people.id, known.personId))
    .for('no key update');
  const [message] = await transaction.select().from(sentMessages).where(whereGiven).for('update');
  if (!person || !message || person.erasedAt) throw new DomainError('not-found');
  if (person.deactivatedAt) throw new DomainError('access-ended');
  return { person, message };
}

/** Login links by text go to everybody who asks for them, other texts to those who said yes. */
function recipientOf(person: Person, { channel, kind }: Message): string {
  if (channel === 'email') return person.email;
  const to = kind === 'login-link' ? person.phone : person.textPhone;
  if (!to) throw new DomainError(person.textPhone ? 'phone-unconfirmed' : 'phone-gone');
  if (kind !== 'login-link' && !person.textConsent) throw new DomainError('no-text-consent');
  return to;
}

function waitsForMorning({ channel, kind }: Message, now: Date): boolean {
  return channel === 'text' && kind !== 'login-link' && afterQuietHours(now) > now;
}

async function queueAgain(
  services: Deps,
  transaction: Transaction,
  person: Person,
  { kind, about, channel }: Message,
  now: Date,
): Promise<void> {
  // Noted by a version that did not say what it was about.
  if (!kind || !about) throw new DomainError('message-outdated', { why: 'unknown' });
  const resenders = {
    ...signInResenders(services),
    ...phoneNumberResenders(services),
    ...calendarResenders(services),
    ...classResenders(services),
    ...cancellationResenders(services),
    ...classMessageResenders(services),
    ...journeyBoardResenders(services),
    ...meetingResenders(services),
    ...makeupResenders(services),
    ...reminderResenders(services),
    ...textConsentResenders(services),
    ...operationsResenders(services),
  } satisfies Resenders<keyof MessageAbouts>;
  // What a row says it is about was written with its kind.
  const resend = resenders[kind] as (transaction: Transaction, resend: Resend) => Promise<void>;
  await resend(transaction, {
    person,
    channel,
    about: about as MessageAbouts[typeof kind],
    again: now.toISOString(),
  });
}
