import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytes, identity, instant, isOneOf } from './columns.ts';

export const people = pgTable(
  'people',
  {
    id: identity(),
    role: text({ enum: ['admin', 'teacher', 'student', 'alumni'] }).notNull(),
    isAdmin: boolean().notNull().default(false),
    email: text().notNull(),
    phone: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    startDate: date(),
    transferStudent: boolean().notNull().default(false),
    retreatContinueClicked: boolean().notNull().default(false),
    textContinueClicked: boolean().notNull().default(false),
    /** Follows the last row of consent_events: a trigger keeps it so. */
    textConsent: boolean().notNull().default(false),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('people_one_per_email').on(sql`lower(${t.email})`),
    uniqueIndex('people_one_per_phone').on(t.phone),
    index('people_by_role').on(t.role),
    check('people_known_role', isOneOf(t.role, ['admin', 'teacher', 'student', 'alumni'])),
    check('people_phone_is_e164', sql`${t.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    check('people_email_is_one_word', sql`${t.email} ~ '^[^[:space:]@]+@[^[:space:]@]+$'`),
    check('people_student_has_start', sql`${t.role} <> 'student' or ${t.startDate} is not null`),
  ],
);

export const loginTokens = pgTable(
  'login_tokens',
  {
    tokenHash: bytes().primaryKey(),
    /** The token is derived from this and a key that is not in the database. */
    nonce: bytes().notNull(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['asked', 'welcome', 'reminder'] }).notNull(),
    /** The browser that asked for the link: it alone may spend it without a further click. */
    browserHash: bytes(),
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Set when the token is used, or replaced by a newer one. */
    endedAt: instant(),
  },
  (t) => [
    index('login_tokens_of_person').on(t.personId),
    index('login_tokens_in_force').on(t.expiresAt).where(sql`${t.endedAt} is null`),
    check('login_tokens_known_kind', isOneOf(t.kind, ['asked', 'welcome', 'reminder'])),
    check(
      'login_tokens_stay_on_site',
      sql`${t.redirectTo} ~ '^/([^/\\\\[:cntrl:]][^[:cntrl:]]*)?$'`,
    ),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    idHash: bytes().primaryKey(),
    personId: integer()
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    startedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('sessions_of_person').on(t.personId),
    index('sessions_by_end').on(t.expiresAt),
    check('sessions_end_after_start', sql`${t.expiresAt} > ${t.startedAt}`),
  ],
);

/** The private address under which somebody's calendar asks for their classes. */
export const calendarFeeds = pgTable('calendar_feeds', {
  personId: integer()
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  tokenHash: bytes().notNull().unique('calendar_feeds_one_per_address'),
  /** The address is derived from this and a key that is not in the database. */
  nonce: bytes().notNull(),
  createdAt: instant().notNull(),
});
