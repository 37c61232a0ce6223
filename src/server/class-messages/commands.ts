import { lockPeople } from '../database/lock-order.ts';
import { classMessages } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { classMessage } from './messages.ts';
import { type Draft, findReaders, findStart, getsTexts, refuseLongText } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** Queues the message to everybody, once however often it is sent with its key. Answers to how many people. */
export function sendClassMessage(
  { database, clock, queue, settings }: Deps,
  actor: Actor,
  classId: number,
  { key, ...draft }: Draft & { key: string },
): Promise<number> {
  refuseLongText(settings, draft);
  const now = clock.now();
  return database.transaction(async (transaction) => {
    await lockPeople(transaction, [actor.id]);
    await findStart(transaction, classId);
    const readers = await findReaders(transaction, classId, draft.audience);
    if (readers.length === 0) throw new DomainError('nobody-to-write-to');
    const { audience, subject, body, textBody } = draft;
    const [written] = await transaction
      .insert(classMessages)
      .values({
        key,
        classId,
        subject,
        body,
        textBody: textBody || null,
        writtenBy: actor.id,
        writtenAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: classMessages.id });
    if (!written) return readers.length;
    await limitPerson(transaction, now, 'class messages', actor.id);
    const messageTo = ({ id: personId }: { id: number }) => ({ personId, messageId: written.id });
    await classMessage.send(queue, transaction, readers.map(messageTo), { channels: ['email'] });
    const texted = textBody ? readers.filter(getsTexts) : [];
    await classMessage.send(queue, transaction, texted.map(messageTo), { channels: ['text'] });
    await audit(transaction, actor, now, 'class: message sent', {
      class: classId,
      after: { message: written.id, subject, audience, people: readers.length },
    });
    return readers.length;
  });
}
