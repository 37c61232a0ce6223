import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { retreatTitle } from '../../course/retreat.ts';
import {
  auditLog,
  consentEvents,
  makeupProposals,
  proposedSlots,
  reminders as reminderRows,
  retreatRegistrations,
  sentMessages,
} from '../database/schema.ts';
import { nameMessage } from '../messages/define-message.ts';
import { showPhone } from '../platform/phone.ts';
import { isMessageVisible } from '../platform/visible-people.ts';
import { fieldsOf } from './changes.ts';
import { type Event, pickPage, type Source, selectPage } from './entries.ts';
import { showTime } from './names.ts';

const isText = (line: unknown) => typeof line === 'string';

export const channels = { email: 'by email', text: 'by text' };
export const outcomes = {
  queued: 'waiting to be sent',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not delivered',
};

export const messages: Source = {
  kinds: ['messages'],
  async read(history, request) {
    const { viewer, person, registrations } = history;
    const { id: key, personId, createdAt: at } = sentMessages;
    const where = and(eq(personId, person.id), isMessageVisible(viewer));
    const rows = await selectPage(history, request, sentMessages, { at, key, where });
    return rows.map((row): Event => {
      const { registrationId } = fieldsOf(row.about);
      const registration = registrations.find((one) => one.id === registrationId);
      return {
        at: row.at,
        key: row.id,
        kind: 'messages',
        describe: () => ({
          title: `${nameMessage(row.kind)} ${channels[row.channel]}: ${outcomes[row.status]}`,
          details: [
            registration && `Class ${registration.classNumber}`,
            !person.erasedAt && row.subject && `“${row.subject}”`,
            !person.erasedAt &&
              `To ${row.channel === 'text' ? showPhone(row.recipient) : row.recipient}`,
            row.status === 'delivered' && row.settledAt && `Delivered ${showTime(row.settledAt)}`,
            row.problem,
          ].filter(isText),
          messageId: row.id,
          isProblem: row.status === 'failed',
        }),
      };
    });
  },
};

const reminderNames = {
  'class-day': 'a day before a class',
  'class-hour': 'an hour before a class',
  'missed-class': 'after a missed class',
  retreat: 'about the retreat',
  'alumni-week': 'about the week’s sessions',
};

/** Leaves out sent reminders, because `messages` shows those. */
export const reminders: Source = {
  kinds: ['messages', 'planned'],
  async read(history, request) {
    const { id: key, personId, dueAt, settledAt, outcome } = reminderRows;
    const at = sql`coalesce(${settledAt}, ${dueAt})`;
    const isOfKind = request.kind === 'planned' ? isNull(outcome) : ne(outcome, 'sent');
    const where = and(eq(personId, history.person.id), isOfKind);
    const rows = await selectPage(history, request, reminderRows, { at, key, where });
    return rows.map((row) => ({
      at: row.at,
      key: row.id,
      kind: row.outcome === null ? 'planned' : 'messages',
      describe: () => ({
        title: `Reminder ${reminderNames[row.kind]}: ${row.outcome === null ? 'planned' : 'not sent'}`,
        details: [
          row.startsAt && `For the class on ${showTime(row.startsAt)}`,
          row.outcome && `Reason: ${row.outcome}`,
        ].filter(isText),
      }),
    }));
  },
};

export const proposals: Source = {
  kinds: ['classes'],
  async read(history, request) {
    const { database, registrations } = history;
    const { id: key, proposedAt: at } = makeupProposals;
    const rows = await selectPage(history, request, makeupProposals, { at, key });
    const { proposalId, number } = proposedSlots;
    const ids = rows.map(({ id }) => id);
    const whereOffered = inArray(proposalId, ids);
    const offered = await database.select().from(proposedSlots).where(whereOffered).orderBy(number);
    return rows.map((row) => {
      const registration = registrations.find((one) => one.id === row.registrationId);
      const slots = offered.filter((slot) => slot.proposalId === row.id);
      return {
        at: row.at,
        key: row.id,
        kind: 'classes',
        classIds: slots.map(({ classId }) => classId),
        describe: (names) => ({
          title: `Class ${registration?.classNumber ?? ''}: makeup times offered`,
          details: slots.map(
            ({ classId, pickedAt }) => names.classTime(classId) + (pickedAt ? ', picked' : ''),
          ),
        }),
      };
    });
  },
};

const consentSources = {
  page: 'On a portal page',
  reply: 'By text reply',
  staff: 'Entered by staff',
};

export const consent: Source = {
  kinds: ['consent'],
  async read(history, request) {
    const { person } = history;
    const { id: key, at } = consentEvents;
    const rows = await selectPage(history, request, consentEvents, { at, key });
    return rows.map((row) => ({
      at: row.at,
      key: row.id,
      kind: 'consent',
      describe: () => ({
        title: titleOfConsent(row),
        details: [
          consentSources[row.source],
          !person.erasedAt && (row.source === 'page' ? `Text shown: “${row.shown}”` : row.shown),
        ].filter(isText),
      }),
    }));
  },
};

/** When staff make the change, the title must not sound as if the person made it. */
function titleOfConsent({ consent, source }: typeof consentEvents.$inferSelect): string {
  if (source === 'staff') return consent ? 'Texts turned on' : 'Texts turned off';
  return consent ? 'Opted in to texts' : 'Opted out of texts';
}

export const retreats: Source = {
  kinds: ['retreats'],
  async read({ database, person }, request) {
    const isTheirs = eq(retreatRegistrations.personId, person.id);
    const rows = await database.select().from(retreatRegistrations).where(isTheirs);
    const events = rows.flatMap(({ id, title, startsAt, registeredAt, canceledAt }) => {
      const details = person.erasedAt
        ? []
        : [retreatTitle(title), ...(startsAt ? [`On ${showTime(startsAt)}`] : [])];
      const eventOf = (at: Date, key: number, what: string): Event => ({
        at,
        key,
        kind: 'retreats',
        describe: () => ({ title: what, details }),
      });
      const registered = eventOf(registeredAt, id * 2, 'Registered for a retreat');
      if (!canceledAt) return [registered];
      const canceled = eventOf(canceledAt, id * 2 + 1, 'Canceled a retreat registration');
      // If the first thing the retreat site reports about a registration is its cancellation, both times are the same.
      const isOne = registeredAt.getTime() === canceledAt.getTime();
      return isOne ? [canceled] : [registered, canceled];
    });
    return pickPage(events, request);
  },
};

/** Shows nothing if the audit log says who created the account. */
export const accountCreated: Source = {
  kinds: ['edits'],
  async read({ database, person }, request) {
    const { personId, action } = auditLog;
    const isAddition = inArray(action, ['person: added', 'person: imported', 'staff: added']);
    if (await database.$count(auditLog, and(eq(personId, person.id), isAddition))) return [];
    const describe = () => ({ title: 'Account created' });
    return pickPage([{ at: person.createdAt, key: 0, kind: 'edits', describe }], request);
  },
};
