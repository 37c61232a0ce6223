import { desc, eq, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { historyCalls, TimelineEntry } from '../../contract/history.ts';
import type { Database } from '../database/connect.ts';
import { broadcasts, type Person, sentMessages } from '../database/schema.ts';
import { nameMessage } from '../messages/define-message.ts';
import { DomainError } from '../platform/errors.ts';
import { showPhone } from '../platform/phone.ts';
import { refuseHiddenPerson } from '../platform/visible-people.ts';
import { readNames } from './names.ts';
import { channels, outcomes } from './records.ts';

export async function readMessage(
  database: Database,
  viewer: Person,
  id: number,
): Promise<ResponseOf<typeof historyCalls.getMessage>> {
  const [found] = await database.select().from(sentMessages).where(eq(sentMessages.id, id));
  if (!found?.personId) throw new DomainError('not-found');
  await refuseHiddenPerson(database, viewer, found.personId);
  const { subject, channel, status, createdAt, body } = found;
  const recipient = channel === 'text' ? showPhone(found.recipient) : found.recipient;
  const { text = null, html = null } = body ?? {};
  return { subject, channel, recipient, status, sentAt: createdAt.toISOString(), text, html };
}

/** Lists what staff wrote to a class, with one entry per channel. */
export async function readClassMessages(
  database: Database,
  classId: number,
): Promise<TimelineEntry[]> {
  const { id: broadcastId, subject, writtenBy, writtenAt } = broadcasts;
  const { id, channel, status, createdAt, about } = sentMessages;
  const rows = await database
    .select({
      id: sql`max(${id})`.mapWith(id),
      ...{ subject, writtenBy, writtenAt, channel },
      statuses: sql<(keyof typeof outcomes)[]>`array_agg(${status} order by ${status} desc)`,
    })
    .from(broadcasts)
    .innerJoin(
      sentMessages,
      // Messages have an index by time, but none by broadcast.
      sql`${createdAt} between ${writtenAt} and ${writtenAt} + interval '1 day'
        and ${about} @> jsonb_build_object('broadcastId', ${broadcastId})`,
    )
    .where(eq(broadcasts.classId, classId))
    .groupBy(broadcastId, channel)
    .orderBy(desc(writtenAt));
  const personIds = rows.map((row) => row.writtenBy);
  const names = await readNames(database, { classIds: [], personIds });
  return rows.map(({ id, subject, writtenBy, writtenAt, channel, statuses }) => ({
    key: String(id),
    at: writtenAt.toISOString(),
    kind: 'messages',
    title: `${nameMessage('broadcast')} ${channels[channel]}`,
    details: [
      `“${subject}”`,
      [...Map.groupBy(statuses, (one) => outcomes[one])]
        .map(([outcome, { length }]) => `${length} ${outcome}`)
        .join(', '),
    ],
    changes: [],
    by: names.person(writtenBy),
    classId: null,
    messageId: id,
    isProblem: statuses.includes('failed'),
  }));
}
