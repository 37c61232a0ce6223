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
import { bigIdentity, bytes, identity, instant, oneOf } from './columns.ts';

export const people = pgTable(
  'people',
  {
    id: identity(),
    role: text({ enum: ['admin', 'teacher', 'student', 'alumni'] }).notNull(),
    isAdmin: boolean().notNull().default(false),
    email: text().notNull(),
    /** The person can sign in with this number, because staff entered it or the person confirmed it. */
    phone: text(),
    /**
     * A number that the person entered but hasn't confirmed. We text this number, but no one can sign in with it.
     * Ignored if `phone` is set.
     */
    unconfirmedPhone: text(),
    /** The number to text. People can share an unconfirmed number. */
    textPhone: text().generatedAlwaysAs(sql`coalesce(phone, unconfirmed_phone)`),
    firstName: text().notNull(),
    lastName: text().notNull(),
    startDate: date(),
    transferStudent: boolean().notNull().default(false),
    retreatContinueClicked: boolean().notNull().default(false),
    textContinueClicked: boolean().notNull().default(false),
    /** A trigger copies this from the person's latest row in consent_events. */
    textConsent: boolean().notNull().default(false),
    /** The Zoom user who hosts this instructor's classes, or null for ZOOM_HOST_USER. */
    zoomUser: text(),
    timeZone: text(),
    /**
     * True if the person chose the time zone on the account page. Otherwise, it comes from the device where they last
     * signed in.
     */
    isTimeZoneChosen: boolean().notNull().default(false),
    /** The person's role before they became staff, so that it can be restored. */
    roleBeforeStaff: text({ enum: ['student', 'alumni'] }),
    deactivatedAt: instant(),
    erasedAt: instant(),
    /** A trigger increments this when the person's role or details change. */
    version: integer().notNull().default(0),
    /** Used to derive the next login link for staff to copy. */
    staffLinkCount: integer().notNull().default(0),
    /** The last sign-in, except with links that staff copied. Kept here because old audit entries are deleted. */
    lastSignInAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('people_one_per_email').on(sql`lower(${t.email})`),
    uniqueIndex('people_one_per_phone').on(t.phone),
    index('people_by_role').on(t.role),
    index('people_students_by_name')
      .on(t.lastName, t.firstName, t.id)
      .where(sql`${t.role} = 'student' and ${t.deactivatedAt} is null`),
    index('people_by_text_phone').on(t.textPhone),
    check('people_known_role', oneOf(t.role)),
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
    check('people_time_zone_is_a_name', sql`${t.timeZone} ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'`),
    check('people_student_has_start', sql`${t.role} <> 'student' or ${t.startDate} is not null`),
  ],
);

export type Person = typeof people.$inferSelect;

/** Foreign keys to people. Rows with an `ownerId` are deleted along with the person. */
export const requiredPersonId = () =>
  integer()
    .notNull()
    .references(() => people.id);
export const optionalPersonId = () => integer().references(() => people.id);
export const ownerId = () =>
  integer()
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' });

export const loginTokens = pgTable(
  'login_tokens',
  {
    tokenHash: bytes().primaryKey(),
    /** The token is derived from this nonce and a key outside the database. */
    nonce: bytes().notNull(),
    personId: ownerId(),
    kind: text({ enum: ['asked', 'welcome', 'reminder', 'staff', 'printed'] }).notNull(),
    /** The staff member who copied the link. Set only if the kind is 'staff'. */
    copiedBy: integer().references(() => people.id, { onDelete: 'cascade' }),
    /** Only the browser that requested the link can use it without another click. */
    browserHash: bytes(),
    redirectTo: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    /** Null if the link hasn't ended or was revoked, for example because the email changed. */
    endReason: text({ enum: ['used', 'replaced'] }),
  },
  (t) => [
    index('login_tokens_of_person').on(t.personId),
    index('login_tokens_in_force').on(t.expiresAt).where(sql`${t.endedAt} is null`),
    check('login_tokens_known_kind', oneOf(t.kind)),
    check(
      'login_tokens_staff_link_names_who_copied',
      sql`(${t.kind} = 'staff') = (${t.copiedBy} is not null)`,
    ),
    check(
      'login_tokens_stay_on_site',
      sql`${t.redirectTo} ~ '^/([^/\\\\[:cntrl:]][^[:cntrl:]]*)?$'`,
    ),
    check('login_tokens_known_end', oneOf(t.endReason)),
  ],
);

/**
 * A request for a login link. Storing it keeps the email or phone number out of the queue. Deleted when its job runs,
 * or else after a day.
 */
export const loginRequests = pgTable(
  'login_requests',
  {
    id: bigIdentity(),
    email: text(),
    phone: text(),
    nonce: bytes().notNull(),
    browserHash: bytes().notNull(),
    redirectTo: text(),
    askedAt: instant().notNull(),
  },
  (t) => [
    index('login_requests_by_time').on(t.askedAt),
    check('login_requests_by_email_or_phone', sql`num_nonnulls(${t.email}, ${t.phone}) = 1`),
  ],
);

/**
 * Counts attempts to enter a code, by browser and identifier. Every request for a link writes a row, so the rows don't
 * reveal whether an account exists. Also stores passkey challenges, by challenge and purpose.
 */
export const loginCodes = pgTable(
  'login_codes',
  {
    browserHash: bytes().notNull(),
    /** A hash of the email or phone number, made with a key outside the database. */
    identifierHash: bytes().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.browserHash, t.identifierHash] }),
    index('login_codes_by_end').on(t.expiresAt),
  ],
);

export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: identity(),
    personId: integer()
      .notNull()
      .unique('phone_codes_one_per_person')
      .references(() => people.id, { onDelete: 'cascade' }),
    phone: text().notNull(),
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
    personId: ownerId(),
    startedAt: instant().notNull(),
    /** Not updated on every request, to reduce writes. */
    lastSeenAt: instant(),
    userAgent: text(),
    /** True if the session was started with a link that staff copied. Such a session can't make lasting changes. */
    usesStaffLink: boolean().notNull().default(false),
    byPasskey: boolean().notNull().default(false),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index('sessions_of_person').on(t.personId),
    index('sessions_by_end').on(t.expiresAt),
    check('sessions_end_after_start', sql`${t.expiresAt} > ${t.startedAt}`),
  ],
);

/** Public keys of staff members' passkeys. The portal never sees the private keys. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    personId: ownerId(),
    credentialId: text().notNull().unique('passkeys_one_per_credential'),
    publicKey: bytes().notNull(),
    /** Grows with each use on most devices. A lower count may mean that someone copied the passkey. */
    counter: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    createdAt: instant().notNull(),
    lastUsedAt: instant(),
  },
  (t) => [index('passkeys_of_person').on(t.personId)],
);

export const calendarFeeds = pgTable('calendar_feeds', {
  personId: integer()
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  tokenHash: bytes().notNull().unique('calendar_feeds_one_per_address'),
  nonce: bytes().notNull(),
  createdAt: instant().notNull(),
});
