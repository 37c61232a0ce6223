import { eq } from 'drizzle-orm';
import type { GroupMessagePreview, JourneyAudience } from '../../contract/journey-board.ts';
import { classMessageText, getsTexts, refuseLongText } from '../class-messages/index.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { groupMessages } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { sendUnasked, unaskedLink } from '../sign-in/index.ts';
import { findMembers, type Member } from './groups.ts';
import { groupMessage, groupMessageMail } from './messages.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

interface Draft {
  subject: string;
  body: string;
  textBody: string;
}

/** More than that is a newsletter, for which there are others. */
const mostRecipients = 5000;
/** One every two seconds: mail servers refuse whoever brings hundreds at once. */
const perMinute = 30;
const mostNamed = 10;

async function findRecipients(
  reader: Database | Transaction,
  audience: JourneyAudience,
  now: Date,
): Promise<Member[]> {
  const found = await findMembers(reader, audience, now, { limit: mostRecipients + 1 });
  if (found.length === 0) throw new DomainError('nobody-to-write-to');
  if (found.length > mostRecipients) {
    throw new DomainError('too-many-recipients', { most: mostRecipients });
  }
  return found;
}

export async function previewGroupMessage(
  { database, clock, settings }: Deps,
  audience: JourneyAudience,
  draft: Draft,
): Promise<GroupMessagePreview> {
  const segments = refuseLongText(settings, draft);
  const readers = await findRecipients(database, audience, clock.now());
  const [first] = readers as [Member, ...Member[]];
  const { subject, text } = groupMessageMail(settings, { ...first, ...draft });
  return {
    mails: readers.length,
    texts: segments > 0 ? readers.filter(getsTexts).length : 0,
    names: readers.slice(0, mostNamed).map(({ firstName, lastName }) => `${firstName} ${lastName}`),
    minutes: Math.ceil(readers.length / perMinute),
    mail: { subject, text },
    text: segments > 0 ? { body: classMessageText(settings.site, draft.textBody), segments } : null,
  };
}

/** Queues the message to everybody who is in the group now, once however often it is sent with its key. */
export async function sendGroupMessage(
  services: Deps,
  actor: Actor,
  audience: JourneyAudience,
  { key, ...draft }: Draft & { key: string },
): Promise<number> {
  refuseLongText(services.settings, draft);
  const { subject, body, textBody } = draft;
  const written = { key, kind: 'message', subject, body, textBody: textBody || null } as const;
  return sendOnce(services, actor, audience, written, async (transaction, readers, messageId) => {
    const messageTo = ({ id: personId }: Member) => ({ personId, messageId });
    const { queue } = services;
    const mails = readers.map(messageTo);
    await groupMessage.send(queue, transaction, mails, { channels: ['email'], perMinute });
    if (!textBody) return;
    const texts = readers.filter(getsTexts).map(messageTo);
    await groupMessage.send(queue, transaction, texts, { channels: ['text'], perMinute });
  });
}

/** Sends everybody who is in the group now a link that signs them in, as `sendGroupMessage` sends a message. */
export async function sendGroupLinks(
  services: Deps,
  actor: Actor,
  audience: JourneyAudience,
  key: string,
): Promise<number> {
  const written = { key, kind: 'login link' } as const;
  return sendOnce(services, actor, audience, written, (transaction, readers) =>
    sendUnasked(
      services,
      transaction,
      unaskedLink,
      readers.map(({ id }) => id),
      { perMinute },
    ),
  );
}

type Written = Pick<typeof groupMessages.$inferInsert, 'key' | 'subject' | 'body' | 'textBody'> & {
  kind: 'message' | 'login link';
};

const actions = {
  message: 'journey: message sent',
  'login link': 'journey: login links sent',
} as const;

/** Answers to how many people. Sent again with its key it answers the same, and nothing goes out. */
async function sendOnce(
  { database, clock }: Deps,
  actor: Actor,
  audience: JourneyAudience,
  written: Written,
  queueAll: (transaction: Transaction, readers: Member[], messageId: number) => Promise<void>,
): Promise<number> {
  const now = clock.now();
  return database.transaction(async (transaction) => {
    // First: whom it went to may have left the group since.
    const before = await findSent(transaction, written.key);
    if (before !== undefined) return before;
    const readers = await findRecipients(transaction, audience, now);
    const ids = readers.map(({ id }) => id);
    await lockPeople(transaction, [actor.id, ...ids]);
    const [saved] = await transaction
      .insert(groupMessages)
      .values({ ...written, recipients: ids.length, writtenBy: actor.id, writtenAt: now })
      .onConflictDoNothing()
      .returning({ id: groupMessages.id });
    if (!saved) return (await findSent(transaction, written.key)) ?? 0;
    await limitPerson(transaction, now, 'messages to groups', actor.id);
    await queueAll(transaction, readers, saved.id);
    const { group, only = null, search, ids: ticked } = audience;
    await audit(transaction, actor, now, actions[written.kind], {
      subject: `journey:${group}`,
      after: {
        message: saved.id,
        // Of a message to one person it may name them, and this entry stays when they are erased.
        ...(written.subject && ids.length > 1 && { subject: written.subject }),
        ...{ group, only, isSearched: search !== '', isTicked: ticked !== undefined },
        people: ids.length,
      },
    });
    return ids.length;
  });
}

/** To how many people; undefined of what was not sent. */
async function findSent(transaction: Transaction, key: string): Promise<number | undefined> {
  const [sent] = await transaction
    .select({ recipients: groupMessages.recipients })
    .from(groupMessages)
    .where(eq(groupMessages.key, key));
  return sent?.recipients;
}
