import { and, desc, eq, like, sql } from 'drizzle-orm';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { historyCalls, TimelineEntry } from '../../contract/history.ts';
import type { Database } from '../database/connect.ts';
import { auditLog, classCancellations, type Person, sentMessages } from '../database/schema.ts';
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

/** Lists messages that staff sent to a class or caused by changing it. One entry per action, kind and channel. */
export async function readClassMessages(
  database: Database,
  classId: number,
): Promise<TimelineEntry[]> {
  const { action, at, after, actorId, classNumbers } = auditLog;
  const { kind, about, channel, subject, status, createdAt, personId } = sentMessages;
  const isUndo = sql`(${action} = 'class: cancellation undone')`;
  const { id: cancellationId, canceledAt, undoneAt } = classCancellations;
  // Edits have no id, only a time. A cancellation can cover several classes.
  const isAboutAct = sql`case ${action}
    when 'class: message sent' then ${about} @> jsonb_build_object('broadcastId', ${after} -> 'message')
    when 'class: edited' then ${about} @> jsonb_build_object('classId', ${classId}::int)
      and ${at} in ((${about} ->> 'movedAt')::timestamptz, (${about} ->> 'changedAt')::timestamptz)
    else ${about} @> jsonb_build_object('cancellationId', ${cancellationId})
      and ${classNumbers} ? ${personId}::text and ${isUndo} = (${kind} = 'cancellation-undone') end`;
  const rows = await database
    .select({
      id: sql`max(${sentMessages.id})`.mapWith(sentMessages.id),
      sentAt: sql`min(${createdAt})`.mapWith(createdAt),
      ...{ actorId, kind, channel },
      subject: sql<string | null>`min(${subject})`,
      statuses: sql<(keyof typeof outcomes)[]>`array_agg(${status} order by ${status} desc)`,
    })
    .from(auditLog)
    .leftJoin(
      classCancellations,
      sql`${at} = case when ${isUndo} then ${undoneAt} else ${canceledAt} end`,
    )
    .innerJoin(
      sentMessages,
      and(sql`${createdAt} between ${at} and ${at} + interval '1 day'`, isAboutAct),
    )
    .where(and(eq(auditLog.classId, classId), like(action, 'class: %')))
    .groupBy(auditLog.id, kind, channel)
    .orderBy(desc(at));
  const personIds = rows.flatMap((row) => row.actorId ?? []);
  const names = await readNames(database, { classIds: [], personIds });
  return rows.map(({ id, sentAt, kind, channel, subject, statuses, actorId }) => ({
    key: String(id),
    at: sentAt.toISOString(),
    kind: 'messages',
    title: `${nameMessage(kind)} ${channels[channel]}`,
    details: [
      ...(subject ? [`“${subject}”`] : []),
      [...Map.groupBy(statuses, (one) => outcomes[one])]
        .map(([outcome, { length }]) => `${length} ${outcome}`)
        .join(', '),
    ],
    changes: [],
    by: actorId ? names.person(actorId) : null,
    classId: null,
    messageId: id,
    isProblem: statuses.includes('failed'),
  }));
}
