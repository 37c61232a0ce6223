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
import { optionalPersonId, requiredPersonId } from './people.ts';

export const retreatRegistrations = pgTable(
  'retreat_registrations',
  {
    id: identity(),
    /** Null while no account has this email or phone. */
    personId: optionalPersonId(),
    /** The retreat site's id; null if an admin entered it. */
    siteReference: text().unique(),
    /** Null if the retreat site reported it. */
    enteredBy: optionalPersonId(),
    title: text().notNull(),
    description: text().notNull(),
    /** Both or neither. */
    startsAt: instant(),
    endsAt: instant(),
    /** Where it can be changed or canceled. */
    sitePage: text(),
    email: text(),
    phone: text(),
    guestName: text(),
    registeredAt: instant().notNull(),
    canceledAt: instant(),
    /** Time of the last event from the site. Older events that arrive late are ignored. */
    toldAt: instant(),
    /** Marked "Not ours" by an admin. */
    dismissedAt: instant(),
    /** When an admin undid its match. After that, only an admin can match it. */
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
    /** The text on the screen, or the reply. */
    shown: text().notNull(),
    source: text({ enum: ['page', 'reply', 'staff'] }).notNull(),
    ip: text('address'),
    at: instant().notNull(),
    /** Idempotency key of the request. */
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
    id: bigIdentity(),
    at: instant().notNull(),
    /** No foreign key, because the record outlives the account. */
    actorId: integer(),
    action: text().notNull(),
    subject: text().notNull(),
    /** The person whose history it belongs to. */
    personId: integer(),
    /** For a registration, the class it was moved to. */
    classId: integer(),
    /** For a class: the class numbers of everyone registered, by person. It is on their timelines. */
    classNumbers: jsonb().$type<Record<string, number>>(),
    before: jsonb(),
    after: jsonb(),
    ip: text('address'),
    /** Null if the person was signed in and used a page of the portal. */
    via: text({ enum: ['command line', 'text', 'staff link'] }),
  },
  (t) => [
    // In the order of the audit page.
    index('audit_log_of_actor').on(t.actorId, t.at, t.id),
    index('audit_log_of_person').on(t.personId, t.at, t.id),
    index('audit_log_of_class').on(t.classId, t.at, t.id),
    index('audit_log_of_registered').using('gin', t.classNumbers),
    index('audit_log_of_action').on(t.action, t.at, t.id),
    index('audit_log_of_way').on(t.via, t.at, t.id).where(sql`${t.via} is not null`),
    index('audit_log_by_time').on(t.at),
  ],
);
