import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, identity, instant, oneOf } from './columns.ts';

export const people = pgTable(
  'people',
  {
    id: identity(),
    role: text({ enum: ['admin', 'teacher', 'student', 'alumni'] }).notNull(),
    isAdmin: boolean().notNull().default(false),
    email: text().notNull(),
    /** Signs in. Typed by staff, or confirmed by its owner. */
    phone: text(),
    /** Typed by the person and not confirmed: it gets texts, and signs nobody in. Of no meaning beside a `phone`. */
    unconfirmedPhone: text(),
    /** Where texts go. Several people may share one that is not confirmed. */
    textPhone: text().generatedAlwaysAs(sql`coalesce(phone, unconfirmed_phone)`),
    firstName: text().notNull(),
    lastName: text().notNull(),
    startDate: date(),
    transferStudent: boolean().notNull().default(false),
    retreatContinueClicked: boolean().notNull().default(false),
    textContinueClicked: boolean().notNull().default(false),
    /** Follows the last row of consent_events: a trigger keeps it so. */
    textConsent: boolean().notNull().default(false),
    /** The Zoom user who hosts the classes of this instructor; without one, the user of the settings. */
    zoomUser: text(),
    /** What somebody was before an admin made them staff, and is again when that ends. */
    roleBeforeStaff: text({ enum: ['student', 'alumni'] }),
    /** Since when the person may no longer sign in and is in no list. */
    deactivatedAt: instant(),
    /** Since when nothing here names the person any more: see the function `erase_person`. */
    erasedAt: instant(),
    /** Rises with every change of what staff can edit: a trigger counts. */
    version: integer().notNull().default(0),
    /** How many login links staff have copied for this person; the next one is derived from it. */
    staffLinkCount: integer().notNull().default(0),
    /** When they last signed in by a link of their own, as the audit log has it: lists of thousands ask for it. */
    lastSignInAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('people_one_per_email').on(sql`lower(${t.email})`),
    uniqueIndex('people_one_per_phone').on(t.phone),
    index('people_by_role').on(t.role),
    index('people_by_text_phone').on(t.textPhone),
    check('people_known_role', oneOf(t.role, ['admin', 'teacher', 'student', 'alumni'])),
    check(
      'people_staff_was_student_or_alumni',
      sql`${t.roleBeforeStaff} is null or (${oneOf(t.roleBeforeStaff, ['student', 'alumni'])} and ${oneOf(t.role, ['admin', 'teacher'])})`,
    ),
    check('people_phone_is_e164', sql`${t.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    check('people_unconfirmed_phone_is_e164', sql`${t.unconfirmedPhone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    check('people_email_is_one_word', sql`${t.email} ~ '^[^[:space:]@]+@[^[:space:]@]+$'`),
    check(
      'people_erased_is_deactivated',
      sql`${t.erasedAt} is null or ${t.deactivatedAt} is not null`,
    ),
    check('people_student_has_start', sql`${t.role} <> 'student' or ${t.startDate} is not null`),
  ],
);

export type Person = typeof people.$inferSelect;

export const loginTokens = pgTable(
  'login_tokens',
  {
    tokenHash: bytes().primaryKey(),
    /** The token is derived from this and a key that is not in the database. */
    nonce: bytes().notNull(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['asked', 'welcome', 'reminder', 'staff', 'printed'] }).notNull(),
    /** The member of staff who copied the link; only links of kind 'staff' have one. */
    copiedBy: integer().references(() => people.id, { onDelete: 'cascade' }),
    /** The browser that asked for the link: it alone may spend it without a further click. */
    browserHash: bytes(),
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Set when the token is used, replaced by a newer one, or taken back. */
    endedAt: instant(),
    /** Null where it was taken back, as when the account's email was corrected. */
    endReason: text({ enum: ['used', 'replaced'] }),
  },
  (t) => [
    index('login_tokens_of_person').on(t.personId),
    index('login_tokens_in_force').on(t.expiresAt).where(sql`${t.endedAt} is null`),
    check(
      'login_tokens_known_kind',
      oneOf(t.kind, ['asked', 'welcome', 'reminder', 'staff', 'printed']),
    ),
    check(
      'login_tokens_staff_link_names_who_copied',
      sql`(${t.kind} = 'staff') = (${t.copiedBy} is not null)`,
    ),
    check(
      'login_tokens_stay_on_site',
      sql`${t.redirectTo} ~ '^/([^/\\\\[:cntrl:]][^[:cntrl:]]*)?$'`,
    ),
    check('login_tokens_known_end', oneOf(t.endReason, ['used', 'replaced'])),
  ],
);

/**
 * Somebody asked for a login link. The row holds what the job needs, so that the queue holds only its id;
 * it is deleted once the link has been made, or after a day.
 */
export const loginRequests = pgTable(
  'login_requests',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    email: text(),
    phone: text(),
    nonce: bytes().notNull(),
    browserHash: bytes().notNull(),
    /** The page that the link is to lead to. */
    redirectTo: text(),
    askedAt: instant().notNull(),
  },
  (t) => [
    index('login_requests_by_time').on(t.askedAt),
    check('login_requests_by_email_or_phone', sql`num_nonnulls(${t.email}, ${t.phone}) = 1`),
  ],
);

/**
 * How often a browser has typed a code for an email or phone that it asked for. Whether anybody has that email or
 * phone is not told by the row: it is written for every ask.
 */
export const loginCodes = pgTable(
  'login_codes',
  {
    browserHash: bytes().notNull(),
    /** Of the email or phone, with a key that is not in the database. */
    identifierHash: bytes().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.browserHash, t.identifierHash] }),
    index('login_codes_by_end').on(t.expiresAt),
  ],
);

/** The code that was sent to a number which somebody has typed in. There is one for each person at most. */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: identity(),
    personId: integer()
      .notNull()
      .unique('phone_codes_one_per_person')
      .references(() => people.id, { onDelete: 'cascade' }),
    phone: text().notNull(),
    /** The code is derived from this and a key that is not in the database. */
    nonce: bytes().notNull(),
    tries: integer().notNull().default(0),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [index('phone_codes_by_end').on(t.expiresAt)],
);

export const sessions = pgTable(
  'sessions',
  {
    idHash: bytes().primaryKey(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    startedAt: instant().notNull(),
    /** Renewed at most once an hour, so that a request seldom has to write. */
    lastSeenAt: instant(),
    /** What the browser calls itself, for the list of devices. */
    userAgent: text(),
    /** It began with a link that staff copied, so it may do nothing that outlives it. */
    usesStaffLink: boolean().notNull().default(false),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('sessions_of_person').on(t.personId),
    index('sessions_by_end').on(t.expiresAt),
    check('sessions_end_after_start', sql`${t.expiresAt} > ${t.startedAt}`),
  ],
);

/** The private URL under which a calendar program fetches somebody's classes. */
export const calendarFeeds = pgTable('calendar_feeds', {
  personId: integer()
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  tokenHash: bytes().notNull().unique('calendar_feeds_one_per_address'),
  /** The token in the URL is derived from this and a key that is not in the database. */
  nonce: bytes().notNull(),
  createdAt: instant().notNull(),
});
