import { and, eq, inArray, isNotNull, isNull, ne, notExists, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { retreatTitle } from '../../course/retreat.ts';
import {
  auditLog,
  consentEvents,
  makeupProposals,
  people,
  reminders as reminderRows,
  retreatRegistrations,
  sentMessages,
} from '../database/schema.ts';
import { nameMessage } from '../messages/define-message.ts';
import { showPhone } from '../platform/phone.ts';
import { isMessageVisible } from '../platform/visible-people.ts';
import { fieldsOf, isText } from './changes.ts';
import { defineSource, isOwn } from './entries.ts';
import { showTime } from './names.ts';

export const channels = { email: 'by email', text: 'by text' };
export const outcomes = {
  queued: 'waiting to be sent',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not delivered',
};

export const messages = defineSource({
  kinds: ['messages'],
  table: sentMessages,
  at: sentMessages.createdAt,
  key: sentMessages.id,
  where: ({ viewer, person }) =>
    and(eq(sentMessages.personId, person.id), isMessageVisible(viewer)),
  describe(row, { person, registrations }) {
    const { registrationId } = fieldsOf(row.about);
    const registration = registrations.find((one) => one.id === registrationId);
    const recipient = row.channel === 'text' ? showPhone(row.recipient) : row.recipient;
    return {
      title: `${nameMessage(row.kind)} ${channels[row.channel]}: ${outcomes[row.status]}`,
      details: [
        registration && `Class ${registration.classNumber}`,
        !person.erasedAt && row.subject && `“${row.subject}”`,
        !person.erasedAt && `To ${recipient}`,
        row.status === 'delivered' && row.settledAt && `Delivered ${showTime(row.settledAt)}`,
        row.problem,
      ].filter(isText),
      messageId: row.id,
      isProblem: row.status === 'failed',
    };
  },
});

const reminderNames = {
  'class-day': 'a day before a class',
  'class-hour': 'an hour before a class',
  'missed-class': 'after a missed class',
  retreat: 'about the retreat',
  'alumni-week': 'about the week’s sessions',
};

/** Leaves out sent reminders, because `messages` shows those. */
export const reminders = defineSource({
  kinds: ['messages', 'planned'],
  table: reminderRows,
  at: sql`coalesce(${reminderRows.settledAt}, ${reminderRows.dueAt})`,
  key: reminderRows.id,
  where({ person }, kind) {
    const { personId, outcome } = reminderRows;
    const isOfKind = kind === 'planned' ? isNull(outcome) : ne(outcome, 'sent');
    return and(eq(personId, person.id), isOfKind);
  },
  describe: ({ kind, outcome, startsAt }) => ({
    kind: outcome === null ? 'planned' : 'messages',
    title: `Reminder ${reminderNames[kind]}: ${outcome === null ? 'planned' : 'not sent'}`,
    details: [
      startsAt && `For the class on ${showTime(startsAt)}`,
      outcome && `Reason: ${outcome}`,
    ].filter(isText),
  }),
});

export const proposals = defineSource({
  kinds: ['classes'],
  table: makeupProposals,
  at: makeupProposals.proposedAt,
  key: makeupProposals.id,
  where: isOwn(makeupProposals),
  describe({ id, registrationId }, { registrations, offered }, names) {
    const registration = registrations.find((one) => one.id === registrationId);
    return {
      title: `Class ${registration?.classNumber ?? ''}: makeup times offered`,
      details: offered
        .filter(({ proposalId }) => proposalId === id)
        .map(({ classId, pickedAt }) => names.classTime(classId) + (pickedAt ? ', picked' : '')),
    };
  },
});

const consentSources = {
  page: 'On a portal page',
  reply: 'By text reply',
  staff: 'Entered by staff',
};

export const consent = defineSource({
  kinds: ['consent'],
  table: consentEvents,
  at: consentEvents.at,
  key: consentEvents.id,
  where: isOwn(consentEvents),
  describe: (row, { person }) => ({
    title: titleOfConsent(row),
    details: [
      consentSources[row.source],
      !person.erasedAt && (row.source === 'page' ? `Text shown: “${row.shown}”` : row.shown),
    ].filter(isText),
  }),
});

/** When staff make the change, the title must not sound as if the person made it. */
function titleOfConsent({ consent, source }: typeof consentEvents.$inferSelect): string {
  if (source === 'staff') return consent ? 'Texts turned on' : 'Texts turned off';
  return consent ? 'Opted in to texts' : 'Opted out of texts';
}

const { registeredAt, canceledAt } = retreatRegistrations;

const defineRetreats = (at: PgColumn, what: string, which: SQL) =>
  defineSource({
    kinds: ['retreats'],
    table: retreatRegistrations,
    at,
    key: retreatRegistrations.id,
    where: ({ person }) => and(eq(retreatRegistrations.personId, person.id), which),
    describe: ({ title, startsAt }, { person }) => ({
      title: what,
      details: [
        !person.erasedAt && retreatTitle(title),
        !person.erasedAt && startsAt && `On ${showTime(startsAt)}`,
      ].filter(isText),
    }),
  });

export const retreats = defineRetreats(
  registeredAt,
  'Registered for a retreat',
  // If the first thing the retreat site reports about a registration is its cancellation, both times are the same.
  sql`${canceledAt} is distinct from ${registeredAt}`,
);

export const canceledRetreats = defineRetreats(
  canceledAt,
  'Canceled a retreat registration',
  isNotNull(canceledAt),
);

/** Shows nothing if the audit log says who created the account. */
export const accountCreated = defineSource({
  kinds: ['edits'],
  table: people,
  at: people.createdAt,
  key: people.id,
  where({ database, person }) {
    const { personId, action } = auditLog;
    const isAddition = inArray(action, ['person: added', 'person: imported', 'staff: added']);
    const additions = database
      .select()
      .from(auditLog)
      .where(and(eq(personId, person.id), isAddition));
    return and(eq(people.id, person.id), notExists(additions));
  },
  describe: () => ({ title: 'Account created' }),
});
