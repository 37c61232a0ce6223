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
import { type Event, pickPage, type Source, selectPage, timeOf } from './entries.ts';
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
  async read({ database, viewer, person, registrations }, request) {
    const { id, personId, kind, about, subject, createdAt, settledAt } = sentMessages;
    const { channel, recipient, status, problem } = sentMessages;
    const at = timeOf(createdAt);
    const rows = await selectPage(
      database
        .select({ id, at, kind, about, subject, channel, recipient, status, problem, settledAt })
        .from(sentMessages)
        .$dynamic(),
      request,
      { at, key: id, where: and(eq(personId, person.id), isMessageVisible(viewer)) },
    );
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
  async read({ database, person }, request) {
    const { id, personId, kind, startsAt, dueAt, settledAt, outcome } = reminderRows;
    const at = timeOf(sql`coalesce(${settledAt}, ${dueAt})`);
    const isOfKind = request.kind === 'planned' ? isNull(outcome) : ne(outcome, 'sent');
    const rows = await selectPage(
      database.select({ id, at, kind, startsAt, outcome }).from(reminderRows).$dynamic(),
      request,
      { at, key: id, where: and(eq(personId, person.id), isOfKind) },
    );
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
  async read({ database, person, registrations }, request) {
    const { id, personId, registrationId, proposedAt } = makeupProposals;
    const at = timeOf(proposedAt);
    const slots = sql<{ classId: number; isPicked: boolean }[]>`(select coalesce(
      json_agg(json_build_object('classId', ${proposedSlots.classId}, 'isPicked', ${proposedSlots.pickedAt} is not null)
        order by ${proposedSlots.number}), '[]')
      from ${proposedSlots} where ${proposedSlots.proposalId} = ${id})`;
    const rows = await selectPage(
      database.select({ id, at, registrationId, slots }).from(makeupProposals).$dynamic(),
      request,
      { at, key: id, where: eq(personId, person.id) },
    );
    return rows.map((row) => {
      const registration = registrations.find((one) => one.id === row.registrationId);
      return {
        at: row.at,
        key: row.id,
        kind: 'classes',
        classIds: row.slots.map(({ classId }) => classId),
        describe: (names) => ({
          title: `Class ${registration?.classNumber ?? ''}: makeup times offered`,
          details: row.slots.map(
            ({ classId, isPicked }) => names.classTime(classId) + (isPicked ? ', picked' : ''),
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
  async read({ database, person }, request) {
    const { id, personId, consent: isYes, shown, source } = consentEvents;
    const at = timeOf(consentEvents.at);
    const rows = await selectPage(
      database.select({ id, at, isYes, shown, source }).from(consentEvents).$dynamic(),
      request,
      { at, key: id, where: eq(personId, person.id) },
    );
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
function titleOfConsent({ isYes, source }: { isYes: boolean; source: string }): string {
  if (source === 'staff') return isYes ? 'Texts turned on' : 'Texts turned off';
  return isYes ? 'Opted in to texts' : 'Opted out of texts';
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
