import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { canSeePerson, ROLES } from '../../course/roles.ts';
import type { Database } from '../database/connect.ts';
import { findRow } from '../database/rows.ts';
import { broadcasts, people, sentMessages } from '../database/schema.ts';
import type { Viewer } from '../database/viewer.ts';
import { nameMessage } from '../messages/define-message.ts';
import { DomainError } from '../platform/errors.ts';
import { showPhone } from '../platform/phone.ts';
import { isMessageVisible, refuseHiddenPerson } from '../platform/visible-people.ts';
import { emptyEntry } from './entries.ts';
import { withNames } from './names.ts';
import { channels, outcomes } from './records.ts';

export async function readMessage(database: Database, viewer: Viewer, id: number) {
  const isMeant = and(eq(sentMessages.id, id), isMessageVisible(viewer));
  const found = await findRow(database, sentMessages, isMeant);
  if (!found?.personId) throw new DomainError('not-found');
  await refuseHiddenPerson(database, viewer, found.personId);
  const { subject, channel, status, createdAt, body: text } = found;
  const recipient = channel === 'text' ? showPhone(found.recipient) : found.recipient;
  return { subject, channel, recipient, status, sentAt: createdAt, text };
}

/** Lists what staff wrote to a class, with one entry per channel and the id of a copy that the viewer can read. */
export async function readClassMessages(database: Database, viewer: Viewer, classId: number) {
  const { id: broadcastId, subject, writtenBy, writtenAt } = broadcasts;
  const { id, channel, status, body, createdAt, about } = sentMessages;
  const seen = ROLES.filter((role) => canSeePerson(viewer.role, role));
  const isReadable = and(isNotNull(body), inArray(people.role, seen), isMessageVisible(viewer));
  const rows = await database
    .select({
      messageId: sql<number | null>`max(${id}) filter (where ${isReadable})`.mapWith(Number),
      ...{ broadcastId, subject, writtenBy, writtenAt, channel },
      statuses: sql<(keyof typeof outcomes)[]>`array_agg(${status} order by ${status} desc)`,
    })
    .from(broadcasts)
    .innerJoin(
      sentMessages,
      // Filter by time as well, because messages have an index by time, but none by broadcast.
      sql`${createdAt} between ${writtenAt} and ${writtenAt} + interval '1 day'
        and ${about} @> jsonb_build_object('broadcastId', ${broadcastId})`,
    )
    .leftJoin(people, eq(people.id, sentMessages.personId))
    .where(eq(broadcasts.classId, classId))
    .groupBy(broadcastId, channel)
    .orderBy(desc(writtenAt));
  return withNames(database, (names) =>
    rows.map(({ broadcastId, subject, writtenBy, writtenAt, channel, statuses, messageId }) => ({
      ...emptyEntry,
      key: `${broadcastId} ${channel}`,
      at: writtenAt,
      kind: 'messages' as const,
      title: `${nameMessage('broadcast')} ${channels[channel]}`,
      details: [
        `“${subject}”`,
        [...Map.groupBy(statuses, (one) => outcomes[one])]
          .map(([outcome, { length }]) => `${length} ${outcome}`)
          .join(', '),
      ],
      by: names.person(writtenBy),
      messageId,
      isProblem: statuses.includes('failed'),
    })),
  );
}
