import type * as z from 'zod/mini';
import type { AuditAction } from '../../contract/audit-actions.ts';
import type { BroadcastPreview } from '../../contract/broadcasts.ts';
import type { groupMessageBody } from '../../contract/forms.ts';
import { fullName } from '../../course/full-name.ts';
import type { Reader, Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow } from '../database/rows.ts';
import { broadcasts, type Person } from '../database/schema.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import { countSegments } from '../messages/text-words.ts';
import { type Actor, type AuditFacts, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson, type PersonLimit } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import type { Settings } from '../platform/settings.ts';
import { broadcast, broadcastMail, broadcastText } from './messages.ts';

type Recipient = Pick<Person, 'id' | 'firstName' | 'lastName' | 'textPhone' | 'textConsent'>;

export interface Audience {
  find(reader: Reader): Promise<Recipient[]>;
  classId: number | null;
  findStart(reader: Reader): Promise<Date | null>;
  /** Without `perMinute`, all messages are queued immediately. */
  pace: { perMinute?: number };
  limit: PersonLimit;
  audit(written: typeof broadcasts.$inferSelect): AuditFacts & { action: AuditAction };
}

type Draft = z.infer<typeof groupMessageBody>;

/** Limits the cost, because carriers charge per segment and recipient. */
const mostSegments = 3;
const mostNamed = 10;

const getsTexts = ({ textPhone, textConsent }: Recipient) => textPhone !== null && textConsent;

async function findRecipients(reader: Reader, { find }: Audience) {
  const [first, ...others] = await find(reader);
  if (!first) throw new DomainError('nobody-to-write-to');
  return [first, ...others] as const;
}

function checkTextLength({ site }: Settings, { textBody }: Draft): number {
  if (textBody === '') return 0;
  const segments = countSegments(broadcastText(site, textBody));
  if (segments <= mostSegments) return segments;
  throw new DomainError('text-too-long', { segments, most: mostSegments });
}

export async function previewBroadcast(
  { database, settings }: Services,
  audience: Audience,
  draft: Draft,
): Promise<BroadcastPreview> {
  const segments = checkTextLength(settings, draft);
  const startsAt = await audience.findStart(database);
  const recipients = await findRecipients(database, audience);
  const { firstName } = recipients[0];
  const mail = broadcastMail({ ...draft, startsAt });
  const { subject, text } = layOutMail(settings, firstName, mail);
  const { perMinute = recipients.length } = audience.pace;
  return {
    mails: recipients.length,
    texts: segments > 0 ? recipients.filter(getsTexts).length : 0,
    names: recipients.slice(0, mostNamed).map(fullName),
    minutes: Math.ceil(recipients.length / perMinute),
    mail: { subject, text },
    text: segments > 0 ? { body: broadcastText(settings.site, draft.textBody), segments } : null,
  };
}

export const countPeople = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export async function sendBroadcast(
  services: Services,
  actor: Actor,
  audience: Audience,
  { key, subject, body, textBody }: Draft & { key: string },
): Promise<{ message: string }> {
  checkTextLength(services.settings, { subject, body, textBody });
  const written = { key, subject, body, textBody: textBody || null };
  const queueAll: QueueAll = async (transaction, recipients, id) => {
    const send = (channel: 'email' | 'text', to: Recipient[]) => {
      const all = to.map((person) => ({ personId: person.id, broadcastId: id }));
      const options = { channels: [channel], ...audience.pace };
      return broadcast.send(services.queue, transaction, all, options);
    };
    await send('email', recipients);
    if (textBody) await send('text', recipients.filter(getsTexts));
  };
  const count = await sendOnce(services, actor, audience, written, queueAll);
  return { message: `Your message is on its way to ${countPeople(count)}.` };
}

type QueueAll = (transaction: Transaction, recipients: Recipient[], id: number) => Promise<void>;

/** Calls `queueAll` with the current audience, but only once per `key`. Returns the number of recipients. */
export async function sendOnce(
  { database, clock }: Services,
  actor: Actor,
  audience: Audience,
  draft: Pick<typeof broadcasts.$inferInsert, 'key' | 'subject' | 'body' | 'textBody'>,
  queueAll: QueueAll,
): Promise<number> {
  const now = clock.now();
  const written = { ...draft, classId: audience.classId, writtenBy: actor.id };
  return database.transaction(async (transaction) => {
    // Check for an earlier send before reading the audience, which may have changed since then.
    const before = await findSent(transaction, written);
    if (before !== undefined) return before;
    const recipients = [...(await findRecipients(transaction, audience))];
    await lockPeople(transaction, [actor.id, ...recipients.map(({ id }) => id)]);
    const [saved] = await transaction
      .insert(broadcasts)
      .values({ ...written, recipients: recipients.length, writtenAt: now })
      .onConflictDoNothing()
      .returning();
    if (!saved) return (await findSent(transaction, written)) ?? 0;
    await limitPerson(transaction, now, audience.limit, actor.id);
    await queueAll(transaction, recipients, saved.id);
    const { action, ...facts } = audience.audit(saved);
    await audit(transaction, actor, now, action, facts);
    return recipients.length;
  });
}

/** Returns the number of recipients, or undefined if no message has the key. Throws if a different message has it. */
async function findSent(
  transaction: Transaction,
  { key, ...written }: Omit<typeof broadcasts.$inferInsert, 'recipients' | 'writtenAt'>,
): Promise<number | undefined> {
  const sent = await findRow(transaction, broadcasts, { key });
  if (!sent) return undefined;
  const saved: Record<string, unknown> = sent;
  const isSame = Object.entries(written).every(
    ([field, value]) => saved[field] === (value ?? null),
  );
  if (!isSame) throw new DomainError('request-key-reused');
  return sent.recipients;
}
