import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { makeupProposals, proposedSlots, reminders, sentMessages } from '../database/schema.ts';
import { nameMessage } from '../messages/define-message.ts';
import { fieldsOf } from './changes.ts';
import { type Event, newestFirst, type Source, timeOf, whereAfter } from './entries.ts';
import type { History } from './history.ts';
import { showTime } from './names.ts';

const channels = { email: 'by mail', text: 'by text' };
const outcomes = {
  queued: 'waits to be sent',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not delivered',
};

/** Every mail and text, and what became of it. */
export const messages: Source = {
  kinds: ['messages'],
  async read({ database, person, registrations }, wanted) {
    const { id, personId, kind, about, subject, createdAt, settledAt } = sentMessages;
    const { channel, recipient, status, problem } = sentMessages;
    const at = timeOf(createdAt);
    const rows = await database
      .select({ id, at, kind, about, subject, channel, recipient, status, problem, settledAt })
      .from(sentMessages)
      .where(and(eq(personId, person.id), whereAfter(wanted, at, id)))
      .orderBy(...newestFirst(at, id))
      .limit(wanted.limit);
    return rows.map(
      (row): Event => ({
        at: row.at,
        key: row.id,
        kind: 'messages',
        describe: () => ({
          title: `${nameMessage(row.kind)} ${channels[row.channel]}: ${outcomes[row.status]}`,
          details: [
            classNumberOf(registrations, row.about),
            !person.erasedAt && row.subject && `“${row.subject}”`,
            !person.erasedAt && `To ${row.recipient}`,
            row.status === 'delivered' && row.settledAt && `Delivered ${showTime(row.settledAt)}`,
            row.problem,
          ].filter((line) => typeof line === 'string'),
          messageId: row.id,
          isProblem: row.status === 'failed',
        }),
      }),
    );
  },
};

/** Null where the message is not about one of their classes. */
function classNumberOf(registrations: History['registrations'], about: unknown): string | null {
  const { registrationId } = fieldsOf(about);
  const registration = registrations.find(({ id }) => id === registrationId);
  return registration ? `Class ${registration.classNumber}` : null;
}

const reminderNames = {
  'class-day': 'a day before a class',
  'class-hour': 'an hour before a class',
  'missed-class': 'if a class is missed',
  retreat: 'about the retreat',
  'alumni-week': 'about the sessions of the week',
};

/** Reminders that are planned, and those that were not sent with the reason why. Those that were are messages. */
export const reminderPlans: Source = {
  kinds: ['messages', 'planned'],
  async read({ database, person }, wanted) {
    const { id, personId, kind, startsAt, dueAt, settledAt, outcome } = reminders;
    const at = timeOf(sql`coalesce(${settledAt}, ${dueAt})`);
    const rows = await database
      .select({ id, at, kind, startsAt, outcome })
      .from(reminders)
      .where(
        and(
          eq(personId, person.id),
          wanted.kind === 'planned' ? isNull(outcome) : ne(outcome, 'sent'),
          whereAfter(wanted, at, id),
        ),
      )
      .orderBy(...newestFirst(at, id))
      .limit(wanted.limit);
    return rows.map(
      (row): Event => ({
        at: row.at,
        key: row.id,
        kind: row.outcome === null ? 'planned' : 'messages',
        describe: () => ({
          title: `Reminder ${reminderNames[row.kind]}: ${row.outcome === null ? 'planned' : 'not sent'}`,
          details: [
            row.startsAt && `For the class on ${showTime(row.startsAt)}`,
            row.outcome && `Why not: ${row.outcome}`,
          ].filter((line) => typeof line === 'string'),
        }),
      }),
    );
  },
};

/** The times that the message after a missed class named. */
export const proposals: Source = {
  kinds: ['classes'],
  async read({ database, person, registrations }, wanted) {
    const { id, personId, registrationId, proposedAt } = makeupProposals;
    const at = timeOf(proposedAt);
    const slots = sql<{ classId: number; isPicked: boolean }[]>`(select coalesce(
      json_agg(json_build_object('classId', ${proposedSlots.classId}, 'isPicked', ${proposedSlots.pickedAt} is not null)
        order by ${proposedSlots.number}), '[]')
      from ${proposedSlots} where ${proposedSlots.proposalId} = ${id})`;
    const rows = await database
      .select({ id, at, registrationId, slots })
      .from(makeupProposals)
      .where(and(eq(personId, person.id), whereAfter(wanted, at, id)))
      .orderBy(...newestFirst(at, id))
      .limit(wanted.limit);
    return rows.map((row): Event => {
      const held = registrations.find((one) => one.id === row.registrationId);
      return {
        at: row.at,
        key: row.id,
        kind: 'classes',
        classIds: row.slots.map(({ classId }) => classId),
        describe: (names) => ({
          title: `Class ${held?.classNumber ?? ''}: times proposed to make up for it`,
          details: row.slots.map(
            ({ classId, isPicked }) => names.classTime(classId) + (isPicked ? ', picked' : ''),
          ),
        }),
      };
    });
  },
};
