import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { identity, instant, oneOf } from './columns.ts';
import { people } from './people.ts';

export const retreatRegistrations = pgTable(
  'retreat_registrations',
  {
    id: identity(),
    /** Empty while nobody here has the email or phone that the retreat site knows. */
    personId: integer().references(() => people.id),
    /** What the retreat site calls it; empty of one that an admin has entered. */
    siteReference: text().unique(),
    /** The admin who entered it; empty of one that the retreat site has told of. */
    enteredBy: integer().references(() => people.id),
    title: text().notNull(),
    description: text().notNull(),
    /** Where the site tells it; both or none. */
    startsAt: instant(),
    endsAt: instant(),
    /** Where it is changed or cancelled on the retreat site, as the site tells it. */
    sitePage: text(),
    email: text(),
    phone: text(),
    /** As the retreat site has it, where it says so. */
    guestName: text(),
    registeredAt: instant().notNull(),
    cancelledAt: instant(),
    /** When the site said what stands here: what it said earlier and comes later is not believed. */
    toldAt: instant(),
    /** Since when it is "Not ours": an admin has taken it out of the list of the unmatched. */
    dismissedAt: instant(),
    /** When an admin last undid a match of it. From then on only an admin matches it. */
    detachedAt: instant(),
  },
  (t) => [
    index('retreat_registrations_of_person').on(t.personId),
    index('retreat_registrations_by_email').on(sql`lower(${t.email})`),
    index('retreat_registrations_by_phone').on(t.phone),
    index('retreat_registrations_unmatched')
      .on(t.registeredAt)
      .where(sql`${t.personId} is null and ${t.cancelledAt} is null`),
    check('retreat_registrations_end_after_start', sql`${t.endsAt} > ${t.startsAt}`),
    check(
      'retreat_registrations_from_site_or_admin',
      sql`num_nonnulls(${t.siteReference}, ${t.enteredBy}) = 1`,
    ),
    check('retreat_registrations_both_times', sql`(${t.startsAt} is null) = (${t.endsAt} is null)`),
  ],
);

export const consentEvents = pgTable(
  'consent_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    personId: integer()
      .notNull()
      .references(() => people.id),
    consent: boolean().notNull(),
    /** The words that were on the screen, or the reply that came in. */
    shown: text().notNull(),
    source: text({ enum: ['page', 'reply', 'staff'] }).notNull(),
    ip: text('address'),
    at: instant().notNull(),
    /** What the request called itself, so that it is recorded once although it was sent again. */
    requestKey: text(),
  },
  (t) => [
    index('consent_events_of_person').on(t.personId),
    uniqueIndex('consent_events_once_per_request').on(t.personId, t.requestKey),
    check('consent_events_known_source', oneOf(t.source, ['page', 'reply', 'staff'])),
  ],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    /** No foreign key: the record outlives the account. */
    actorId: integer(),
    action: text().notNull(),
    subject: text().notNull(),
    /** Whose history has it, also where the subject is something of theirs, such as a registration. */
    personId: integer(),
    /** The class that it is about; of a registration, the one that it was moved to. */
    classId: integer(),
    /** Of a class: those who were registered then, with their class numbers. They have it on their timelines. */
    classNumbers: jsonb().$type<Record<string, number>>(),
    before: jsonb(),
    after: jsonb(),
    ip: text('address'),
    /** How it was done, where that was not on a page of the portal by somebody who signed in themselves. */
    via: text({ enum: ['command line', 'text', 'staff link'] }),
  },
  (t) => [
    // Each in the order of the audit page, which reads the newest of some.
    index('audit_log_of_actor').on(t.actorId, t.at, t.id),
    index('audit_log_of_person').on(t.personId, t.at, t.id),
    index('audit_log_of_class').on(t.classId, t.at, t.id),
    index('audit_log_of_registered').using('gin', t.classNumbers),
    index('audit_log_of_action').on(t.action, t.at, t.id),
    index('audit_log_of_way').on(t.via, t.at, t.id).where(sql`${t.via} is not null`),
    index('audit_log_by_time').on(t.at),
  ],
);

export const sentMessages = pgTable(
  'sent_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Says what the message is about, so that the same one cannot be sent twice. */
    key: text().notNull().unique(),
    personId: integer().references(() => people.id, { onDelete: 'set null' }),
    /** Which of the messages that are defined. */
    kind: text().notNull(),
    /** Ids and times, as the message defines them. */
    about: jsonb().notNull(),
    /** Of a mail. */
    subject: text(),
    channel: text({ enum: ['email', 'text'] }).notNull(),
    recipient: text().notNull(),
    status: text({ enum: ['queued', 'sent', 'delivered', 'failed'] }).notNull(),
    providerId: text(),
    problem: text(),
    createdAt: instant().notNull(),
    settledAt: instant(),
    /** When staff last had it sent again; that one has a row of its own. */
    resentAt: instant(),
  },
  (t) => [
    index('sent_messages_of_person').on(t.personId),
    index('sent_messages_by_time').on(t.createdAt),
    index('sent_messages_failed_texts')
      .on(t.personId)
      .where(sql`${t.channel} = 'text' and ${t.status} = 'failed'`),
    index('sent_messages_failed_by_time')
      .on(t.createdAt)
      .where(sql`${t.channel} = 'text' and ${t.status} = 'failed'`),
    index('sent_messages_delivered_texts')
      .on(t.personId, t.id)
      .where(sql`${t.channel} = 'text' and ${t.status} = 'delivered'`),
    // The last ones of each channel of which it is known what became of them.
    index('sent_messages_settled_texts')
      .on(t.id)
      .where(sql`${t.channel} = 'text' and ${t.status} in ('delivered', 'failed')`),
    index('sent_messages_settled_mails')
      .on(t.id)
      .where(sql`${t.channel} = 'email' and ${t.status} in ('sent', 'failed')`),
    check('sent_messages_known_channel', oneOf(t.channel, ['email', 'text'])),
    check('sent_messages_known_status', oneOf(t.status, ['queued', 'sent', 'delivered', 'failed'])),
  ],
);
