import { and, eq } from 'drizzle-orm';
import { afterQuietHours } from '../../course/reminders.ts';
import type { Transaction } from '../database/connect.ts';
import { findRow, lockRow, updateRows } from '../database/rows.ts';
import { type Person, people, sentMessages } from '../database/schema.ts';
import type { Viewer } from '../database/viewer.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { isMessageVisible, refuseHiddenPerson } from '../platform/visible-people.ts';
import { messages, nameMessage, Outdated } from './define-message.ts';

type SentMessage = typeof sentMessages.$inferSelect;

/** Pressing the button twice within this time sends one message, even if two people press it. */
const onceEveryMs = MINUTE_MS;

/** Sends an updated message to the person's current email or phone number. Throws if the message no longer applies. */
export async function sendMessageAgain(
  services: Services,
  viewer: Viewer,
  actor: Actor,
  messageId: number,
) {
  const { database, clock } = services;
  const now = clock.now();
  return database.transaction(async (transaction) => {
    const { person, message } = await lockMessage(transaction, viewer, messageId);
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
    await updateRows(transaction, sentMessages, { id: messageId }, { resentAt: now });
    await audit(transaction, actor, now, 'message: sent again', {
      person: person.id,
      after: { message: nameMessage(kind), channel },
    });
    return outcome;
  });
}

/** Locks the person before the message. See docs/decisions/005-database-and-locks.md. */
async function lockMessage(transaction: Transaction, viewer: Viewer, id: number) {
  const byId = and(eq(sentMessages.id, id), isMessageVisible(viewer));
  const known = await findRow(transaction, sentMessages, byId);
  if (!known?.personId) throw new DomainError('not-found');
  await refuseHiddenPerson(transaction, viewer, known.personId);
  const person = await lockRow(transaction, people, { id: known.personId }, 'no key update');
  const message = await lockRow(transaction, sentMessages, byId, 'update');
  if (!person || !message || person.erasedAt) throw new DomainError('not-found');
  if (person.deactivatedAt) throw new DomainError('person-deactivated');
  return { person, message };
}

/** All texts need consent, except those with login links and codes. */
function recipientOf(person: Person, { channel, kind }: SentMessage): string {
  if (channel === 'email') return person.email;
  const isLogin = messages.get(kind)?.isLogin;
  const to = isLogin ? person.phone : person.textPhone;
  if (!to) throw new DomainError(person.textPhone ? 'phone-unconfirmed' : 'phone-gone');
  if (!isLogin && !person.textConsent) throw new DomainError('no-text-consent');
  return to;
}

function waitsForMorning({ channel, kind }: SentMessage, now: Date): boolean {
  return channel === 'text' && !messages.get(kind)?.isLogin && afterQuietHours(now) > now;
}

async function queueAgain(
  services: Services,
  transaction: Transaction,
  person: Person,
  { kind, about: sentAbout, channel }: SentMessage,
  now: Date,
): Promise<void> {
  const message = messages.get(kind);
  const parsed = message?.about.safeParse(sentAbout);
  if (!message || !parsed?.success) throw new DomainError('message-outdated', { why: 'unknown' });
  const about: object = parsed.data;
  const to = { person, about, channel, again: now.toISOString() };
  if (message.sendAgain) return message.sendAgain(services, transaction, to);
  const found = await message.find({ ...services, database: transaction }, to);
  if (found instanceof Outdated) throw new DomainError('message-outdated', { why: found.why });
  const again = { ...about, personId: person.id, again: to.again };
  await message.send(services.queue, transaction, [again], { channels: [channel] });
}
