import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bigIdentity, identity, instant, oneOf } from './columns.ts';
import { optionalPersonId, ownerId, requiredPersonId } from './people.ts';

export const retreatRegistrations = pgTable(
  'retreat_registrations',
  {
    id: identity(),
    /** Null until the registration is matched to an account, and after an admin undoes the match. */
    personId: optionalPersonId(),
    /** The registration number on the retreat site, or null if an admin entered the registration. */
    siteReference: text().unique(),
    enteredBy: optionalPersonId(),
    title: text().notNull(),
    description: text().notNull(),
    startsAt: instant(),
    endsAt: instant(),
    sitePage: text(),
    email: text(),
    phone: text(),
    guestName: text(),
    registeredAt: instant().notNull(),
    canceledAt: instant(),
    /** The time of the last event from the retreat site. Older events that arrive later are ignored. */
    reportedAt: instant(),
    dismissedAt: instant(),
    /** When an admin undid the match. From then on, only an admin can match the registration. */
    detachedAt: instant(),
  },
  (t) => [
    index('retreat_registrations_of_person').on(t.personId),
    index('retreat_registrations_by_email').on(sql`lower(${t.email})`),
    index('retreat_registrations_by_phone').on(t.phone),
    index('retreat_registrations_unmatched')
      .on(t.registeredAt)
      .where(sql`${t.personId} is null and ${t.canceledAt} is null`),
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
    id: bigIdentity(),
    personId: requiredPersonId(),
    consent: boolean().notNull(),
    /** The text shown on the screen, the person's reply, or why someone else made the change. */
    shown: text().notNull(),
    source: text({ enum: ['page', 'reply', 'staff'] }).notNull(),
    ip: text('address'),
    at: instant().notNull(),
    requestKey: text(),
  },
  (t) => [
    index('consent_events_of_person').on(t.personId),
    uniqueIndex('consent_events_once_per_request').on(t.personId, t.requestKey),
    check('consent_events_known_source', oneOf(t.source)),
  ],
);

export const auditLog = pgTable(
  'audit_log',
  {
    id: bigIdentity(),
    at: instant().notNull(),
    /** There is no foreign key, because we keep audit records longer than the account. */
    actorId: integer(),
    action: text().notNull(),
    subject: text().notNull(),
    personId: integer(),
    /** The class that the entry is about. If a registration was moved, the class that it was moved to. */
    classId: integer(),
    /**
     * For changes to a class: each registered student's class number, by person id. The entry appears on their
     * timelines.
     */
    classNumbers: jsonb().$type<Record<string, number>>(),
    before: jsonb(),
    after: jsonb(),
    ip: text('address'),
    /** Set only for changes made on the command line, by text, or in a session that a staff link started. */
    via: text({ enum: ['command line', 'text', 'staff link'] }),
  },
  (t) => [
    // The indexes that end in `at` and `id` match the sort order of the audit page.
    index('audit_log_of_actor').on(t.actorId, t.at, t.id),
    index('audit_log_of_person').on(t.personId, t.at, t.id),
    index('audit_log_of_class').on(t.classId, t.at, t.id),
    index('audit_log_of_registered').using('gin', t.classNumbers),
    index('audit_log_of_action').on(t.action, t.at, t.id),
    index('audit_log_of_way').on(t.via, t.at, t.id).where(sql`${t.via} is not null`),
    index('audit_log_by_time').on(t.at),
  ],
);

/** The SQL function `erase_person` deletes the person's notes. */
export const personNotes = pgTable(
  'person_notes',
  {
    id: identity(),
    personId: ownerId(),
    body: text().notNull(),
    writtenBy: requiredPersonId(),
    writtenAt: instant().notNull(),
    editedAt: instant(),
    version: integer().notNull().default(1),
  },
  (t) => [
    index('person_notes_of_person').on(t.personId),
    index('person_notes_by_author').on(t.writtenBy),
  ],
);
