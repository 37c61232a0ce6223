import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { classes, registrations } from './classes.ts';
import { bigIdentity, identity, instant, oneOf } from './columns.ts';
import { ownerId, people, requiredPersonId } from './people.ts';

export const sentMessages = pgTable(
  'sent_messages',
  {
    id: bigIdentity(),
    key: text().notNull().unique(),
    personId: integer().references(() => people.id, { onDelete: 'set null' }),
    kind: text().notNull(),
    about: jsonb().notNull(),
    subject: text(),
    /** What the message said, as plain text, without links and codes that anyone could use. See docs/scaling.md. */
    body: text(),
    /**
     * Whether the recipient was staff at the time. Teachers can't see these messages, even if the recipient's role
     * changes later.
     */
    toStaff: boolean().notNull().default(false),
    channel: text({ enum: ['email', 'text'] }).notNull(),
    recipient: text().notNull(),
    status: text({ enum: ['queued', 'sent', 'delivered', 'failed'] }).notNull(),
    /** The provider’s ID for a text, or what the email server said when it accepted an email. */
    providerId: text(),
    problem: text(),
    createdAt: instant().notNull(),
    settledAt: instant(),
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
    index('sent_messages_settled_texts')
      .on(t.id)
      .where(
        sql`${t.channel} = 'text' and ${t.status} in ('delivered', 'failed') and ${t.providerId} is not null`,
      ),
    index('sent_messages_settled_mails')
      .on(t.id)
      .where(sql`${t.channel} = 'email' and ${t.status} in ('sent', 'failed')`),
    check('sent_messages_known_channel', oneOf(t.channel)),
    check('sent_messages_known_status', oneOf(t.status)),
  ],
);

export const broadcasts = pgTable(
  'broadcasts',
  {
    id: identity(),
    /** Idempotency key created by the page. */
    key: text().notNull().unique(),
    classId: integer().references(() => classes.id),
    /** The subject and body are null if staff sent login links. */
    subject: text(),
    body: text(),
    textBody: text(),
    recipients: integer().notNull(),
    writtenBy: requiredPersonId(),
    writtenAt: instant().notNull(),
  },
  (t) => [
    index('broadcasts_of_class').on(t.classId),
    check('broadcasts_say_something', sql`(${t.subject} is null) = (${t.body} is null)`),
  ],
);

const kinds = ['class-day', 'class-hour', 'missed-class', 'retreat', 'alumni-week'] as const;

/** Planned messages. When one is due, we check again whether to send it. */
export const reminders = pgTable(
  'reminders',
  {
    id: bigIdentity(),
    key: text().notNull().unique(),
    kind: text({ enum: kinds }).notNull(),
    personId: ownerId(),
    registrationId: integer().references(() => registrations.id),
    /** The start of the class when we planned the reminder. If the class moves, we plan new reminders. */
    startsAt: instant(),
    dueAt: instant().notNull(),
    claimedAt: instant(),
    settledAt: instant(),
    /** 'sent', or why we didn't send the reminder. */
    outcome: text(),
  },
  (t) => [
    index('reminders_due').on(t.dueAt).where(sql`${t.claimedAt} is null`),
    index('reminders_of_registration').on(t.registrationId),
    index('reminders_of_person').on(t.personId),
    check('reminders_known_kind', oneOf(t.kind)),
    check('reminders_settled_with_outcome', sql`(${t.settledAt} is null) = (${t.outcome} is null)`),
  ],
);
