import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { WishDay, WishHours } from '../../../course/wishes.ts';
import { registrations, requiredClassId } from './classes.ts';
import { bigIdentity, identity, instant, oneOf } from './columns.ts';
import { optionalPersonId, ownerId } from './people.ts';

/** A registration's last reschedule or makeup, with everything needed to undo it. */
export const ownMoves = pgTable(
  'own_moves',
  {
    registrationId: integer()
      .primaryKey()
      .references(() => registrations.id),
    kind: text({ enum: ['reschedule', 'makeup'] }).notNull(),
    /**
     * The class IDs aren't foreign keys, because inserting a row would then lock the class after the registration,
     * which violates the lock order.
     */
    fromClassId: integer().notNull(),
    /** The old class's start time before the move. That class may have been moved since. */
    startedAt: instant().notNull(),
    wasRescheduled: boolean().notNull(),
    toClassId: integer().notNull(),
    /** The registration's calendar sequence after the move or its undo. */
    version: integer().notNull(),
    movedAt: instant().notNull(),
    undoneAt: instant(),
  },
  (t) => [check('own_moves_known_kind', oneOf(t.kind))],
);

export const makeupProposals = pgTable(
  'makeup_proposals',
  {
    id: bigIdentity(),
    personId: ownerId(),
    registrationId: integer()
      .notNull()
      .references(() => registrations.id),
    missedClassId: requiredClassId(),
    proposedAt: instant().notNull(),
    validUntil: instant().notNull(),
  },
  (t) => [
    unique('makeup_proposals_one_per_missed_class').on(t.registrationId, t.missedClassId),
    index('makeup_proposals_of_person').on(t.personId),
    check('makeup_proposals_end_after_start', sql`${t.validUntil} > ${t.proposedAt}`),
  ],
);

export const proposedSlots = pgTable(
  'proposed_slots',
  {
    proposalId: bigint({ mode: 'number' })
      .notNull()
      .references(() => makeupProposals.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    classId: requiredClassId(),
    /** Set back to null if the student undoes the choice. */
    pickedAt: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.proposalId, t.number] }),
    unique('proposed_slots_each_class_once').on(t.proposalId, t.classId),
    uniqueIndex('proposed_slots_one_picked').on(t.proposalId).where(sql`${t.pickedAt} is not null`),
    check('proposed_slots_one_digit', sql`${t.number} between 1 and 9`),
  ],
);

/**
 * Requests from students who can't make any of our class times. The SQL function `erase_person` deletes the person's
 * requests.
 */
export const classTimeWishes = pgTable(
  'class_time_wishes',
  {
    id: identity(),
    personId: ownerId(),
    classNumber: integer().notNull(),
    days: text().array().$type<WishDay[]>().notNull(),
    hours: text().array().$type<WishHours[]>().notNull(),
    comment: text().notNull(),
    sentAt: instant().notNull(),
    version: integer().notNull().default(1),
    answeredAt: instant(),
    answeredBy: optionalPersonId(),
  },
  (t) => [
    uniqueIndex('class_time_wishes_one_open').on(t.personId).where(sql`${t.answeredAt} is null`),
    index('class_time_wishes_of_person').on(t.personId),
    index('class_time_wishes_by_staff').on(t.answeredBy),
    check(
      'class_time_wishes_answered_by_somebody',
      sql`(${t.answeredAt} is null) = (${t.answeredBy} is null)`,
    ),
  ],
);

const turnStatuses = ['waiting', 'offered', 'taken', 'left', 'removed'] as const;

/**
 * People who are or were on the waiting list for a full class. A place that we've offered counts as taken until the
 * offer ends. The SQL function `erase_person` deletes the person's rows.
 */
export const waitingList = pgTable(
  'waiting_list',
  {
    id: identity(),
    personId: ownerId(),
    classId: requiredClassId(),
    classNumber: integer().notNull(),
    startsAt: instant().notNull(),
    status: text({ enum: turnStatuses }).notNull().default('waiting'),
    why: text(),
    /** Lower positions come first. People with the same position are in the order in which they joined. */
    position: integer().notNull().default(0),
    joinedAt: instant().notNull(),
    offeredAt: instant(),
    offerExpiresAt: instant(),
    isOverbooked: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('waiting_list_once_per_class')
      .on(t.personId, t.classId)
      .where(oneOf(t.status, ['waiting', 'offered'])),
    index('waiting_list_of_class').on(t.classId),
    check('waiting_list_known_status', oneOf(t.status)),
    check(
      'waiting_list_offers_expire',
      sql`${t.status} <> 'offered' or ${t.offerExpiresAt} is not null`,
    ),
  ],
);
